package options

import (
	"errors"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/identity"
)

// ErrNobody is that there is nobody whom the suite may pretend to be.
var ErrNobody = errors.New(`the target is not on this machine. Invented customers may have the phone numbers of
real people, who would then receive OTPs. List test identities in the config
(identities.existing, identities.new). If the target sends no OTPs to phones, set
--generate-identities`)

// People are whom the suite may pretend to be: those listed or, for a target on
// this machine or with leave, invented ones.
func (t *Target) People(conf *config.Config, part Shard) (*identity.Identities, error) {
	existing, fresh, err := conf.Identities.Listed(t.Identities)
	if err != nil {
		return nil, err
	}
	if len(fresh)+len(existing) == 0 {
		if t.Generate || client.Loopback(t.BaseURL) {
			return nil, nil
		}
		return nil, ErrNobody
	}
	if t.Generate && len(fresh) > 0 {
		return nil, errors.New("--generate-identities: new people are already listed; remove one of the two")
	}
	return part.share(&identity.Identities{
		New: persons(fresh), Existing: persons(existing), Invent: t.Generate,
	})
}

// Invented is the form of those whom the suite invents.
func Invented(conf *config.Config) identity.Invented {
	form := conf.Identities.Invented
	return identity.Invented{IDNumber: form.IDNumber, Phone: form.PhoneNumber, Country: form.CountryCode, Letters: form.Names}
}

func persons(listed []config.Identity) []identity.Person {
	var all []identity.Person
	for _, p := range listed {
		all = append(all, identity.Person{
			FirstName: p.FirstName, LastName: p.LastName, IDNumber: p.IDNumber, Email: p.Email,
			Phone: p.PhoneNumber, Birth: p.DateOfBirth, Country: p.CountryCode, Kind: p.Kind, HasLimit: p.HasLimit,
		})
	}
	return all
}
