package certificate

import (
	"encoding/json"

	"github.com/credit-partner/assay/internal/result"
)

// checkEvidence finds out whether the recording beside the results is theirs:
// it must hold every exchange that a check was judged on. A recording left over
// from another run would be bound by its digest and prove nothing.
func checkEvidence(run *result.Run, har []byte, broken *brokenList) {
	recorded, err := recordedIDs(har)
	if err != nil {
		broken.add(EvidenceThere, "%s cannot be read: %s", evidenceFile, err)
		return
	}
	judged := 0
	var missing []string
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			judged += len(c.Exchanges)
			for _, id := range c.Exchanges {
				if !recorded[id] {
					missing = append(missing, id)
				}
			}
		}
	}
	if judged == 0 {
		broken.add(EvidenceThere, "no check says which exchanges it was judged on")
	}
	if len(missing) > 0 {
		broken.add(EvidenceThere, "not in %s, though a check was judged on it: %s", evidenceFile, someOf(missing))
	}
}

// recordedIDs reads the ids that a recording of ours gives to its exchanges.
func recordedIDs(har []byte) (map[string]bool, error) {
	var file struct {
		Log struct {
			Entries []struct {
				Assay struct {
					ID string `json:"id"`
				} `json:"_assay"`
			} `json:"entries"`
		} `json:"log"`
	}
	if err := json.Unmarshal(har, &file); err != nil {
		return nil, err
	}
	ids := make(map[string]bool)
	for _, entry := range file.Log.Entries {
		ids[entry.Assay.ID] = true
	}
	return ids, nil
}
