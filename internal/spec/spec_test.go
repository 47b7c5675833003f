package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

func TestEveryEndpointIsWhole(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range spec.Endpoints() {
		require.False(t, seen[e.Name], "%s stands twice", e.Name)
		seen[e.Name] = true
		require.Contains(t, spec.Capabilities(), e.Capability, e.Name)
		require.True(t, spec.CanBeCited(e.Section), e.Name)
		require.NotEmpty(t, e.DataSchema(), e.Name)
		require.Equal(t, e.Name, spec.Of(e.Name).Name)
	}
	for _, capability := range spec.Capabilities() {
		require.NotEmpty(t, spec.EndpointsOf(capability), capability)
	}
	require.Empty(t, spec.Line("nothing"))
	require.Empty(t, spec.Of("nothing").DataSchema())
}

func TestAnEndpointInItsWritings(t *testing.T) {
	fetch := spec.Of(spec.FetchLimit)
	require.Equal(t, "GET /api/v2/limits/{id}", spec.Line(spec.FetchLimit))
	require.Equal(t, "/api/v2/limits/:customer_id", fetch.Pattern())
	require.Equal(t, "/api/v2/limits/a%2Fb", fetch.At("a/b"))
	require.Equal(t, "/api/v2/limits", spec.Of(spec.CreateLimit).Pattern())
}

func TestSections(t *testing.T) {
	require.Equal(t, "Send OTP", spec.SectionTitle("4.1"))
	require.Equal(t, "Lookup result", spec.SectionTitle("2.10"))
	for _, number := range []string{"", "2", "4", "2.11", "4.99", "10", "4.1.1"} {
		require.False(t, spec.CanBeCited(number), number)
	}
	for _, enum := range spec.Enums() {
		require.True(t, spec.CanBeCited(enum.Section), enum.Member)
		require.NotEmpty(t, enum.Values, enum.Member)
	}
}
