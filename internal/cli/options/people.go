package options

import (
	"errors"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/identity"
)

// ErrNobody says that the suite has no people to use: none are listed, and it may not invent any.
var ErrNobody = errors.New(`the target is not on this machine. Invented customers may have the phone numbers of
real people, who would then receive OTPs. List test identities in the config
(identities.existing, identities.new). If the target sends no OTPs to phones, set
--generate-identities`)

// People returns the people that the suite may use: the listed ones, or invented ones. It may
// invent people if the target is on this machine, or with --generate-identities. A nil result
// means that all people are invented.
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

// Invented returns the form of the people that the suite invents.
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
