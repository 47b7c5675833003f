package options

import (
	"fmt"
	"io"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/credentials"
)

// TokenVariable is the environment variable that holds the access token if the config names no
// other source.
const TokenVariable = "ASSAY_TOKEN"

// Prompt holds the reader and the writer with which assay asks a person for an OTP.
type Prompt struct {
	In  io.Reader
	Out io.Writer
}

// credentialsOf sets up what section 5 leaves open: the access token, the signature of the lookup,
// and the source of an OTP that the response does not contain. The redactor learns every secret
// before assay uses it.
func credentialsOf(conf *config.Config, prompt Prompt, o *certify.Options) error {
	shared := credentials.Options{
		Dir: conf.Dir, Learn: func(secret string) { o.Redactor.Add(secret) }, Transport: o.Transport,
	}
	token, err := tokenOf(conf.Auth.Token, shared)
	if err != nil {
		return fmt.Errorf("auth.token: %w", err)
	}
	o.Token = token
	if conf.Lookup.Signing != nil {
		if o.Signer, err = signerOf(conf.Lookup.Signing, shared); err != nil {
			return fmt.Errorf("lookup.signing: %w", err)
		}
	}
	if conf.OTP == nil {
		return nil
	}
	switch {
	case len(conf.OTP.Command) > 0:
		o.OTP, err = credentials.OTPCommand(conf.OTP.Command, shared)
	case conf.OTP.File != "":
		o.OTP, err = credentials.OTPFile(conf.OTP.File, shared)
	default:
		o.OTP = credentials.OTPPrompt(prompt.In, prompt.Out, shared)
	}
	if err != nil {
		return fmt.Errorf("otp: %w", err)
	}
	o.OTP = credentials.StopAsking(o.OTP)
	return nil
}

func tokenOf(t *config.Token, o credentials.Options) (*credentials.Tokens, error) {
	switch {
	case t == nil:
		return credentials.NewTokens(credentials.Place{Env: TokenVariable}, o)
	case t.OAuth2 == nil:
		return credentials.NewTokens(credentials.Place(t.Secret), o)
	}
	return credentials.NewOAuth2Tokens(credentials.OAuth2{
		TokenURL: t.OAuth2.TokenURL, ClientID: t.OAuth2.ClientID, ClientSecret: credentials.Place(t.OAuth2.ClientSecret),
		Scopes: t.OAuth2.Scopes, Style: credentials.Style(t.OAuth2.Style), Member: t.OAuth2.Member,
	}, o)
}

func signerOf(s *config.Signing, o credentials.Options) (client.Signer, error) {
	switch {
	case s.Static != nil:
		return credentials.Static(s.Static.Sign, s.Static.Nonce, s.Static.Timestamp, o)
	case s.Recipe != nil:
		return credentials.Recipe(s.Recipe.Name, credentials.Place(s.Recipe.Secret), o)
	default:
		return credentials.SignCommand(s.Command, o)
	}
}
