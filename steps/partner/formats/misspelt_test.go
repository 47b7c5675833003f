package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAMisspeltValue holds that only the letters of a value count, and not the value itself.
func TestAMisspeltValue(t *testing.T) {
	for _, text := range []string{"COLLECTED_BY_AGENT", "collected-by-agent", "collectedByAgent", "collected_by_agent ", `"collected_by_agent"`, "Collected by agent."} {
		require.True(t, IsMisspelt(text, "collected_by_agent"), text)
	}
	for _, text := range []string{"collected_by_agent", "", "colected_by_agent", "collected", "collected_by_agents", "collected_by_agent_2"} {
		require.False(t, IsMisspelt(text, "collected_by_agent"), text)
	}
}
