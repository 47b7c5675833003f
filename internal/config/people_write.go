package config

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
)

// WriteNew writes a list of new people in the form that ParseIdentities reads from a
// file of that name.
func WriteNew(w io.Writer, name string, fresh []Identity) error {
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return writeTable(w, fresh)
	}
	var b strings.Builder
	b.WriteString("# Test identities for assay: `assay server --identities FILE`, or identities.file in\n" +
		"# the config. Each of them asks for one credit limit, and is then no longer new.\nnew:\n")
	for _, p := range fresh {
		fmt.Fprintf(&b, "  - {first_name: %q, last_name: %q, id_number: %q, phone_number: %q,\n     email: %q, date_of_birth: %s, country_code: %q}\n",
			p.FirstName, p.LastName, p.IDNumber, p.PhoneNumber, p.Email, p.DateOfBirth.Format(time.DateOnly), p.CountryCode)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTable(w io.Writer, fresh []Identity) error {
	table := csv.NewWriter(w)
	rows := [][]string{{"first_name", "last_name", "id_number", "phone_number", "email", "date_of_birth", "country_code"}}
	for _, p := range fresh {
		rows = append(rows, []string{p.FirstName, p.LastName, p.IDNumber, p.PhoneNumber, p.Email, p.DateOfBirth.Format(time.DateOnly), p.CountryCode})
	}
	return table.WriteAll(rows)
}
