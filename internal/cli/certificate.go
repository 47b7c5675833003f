package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/files"
)

func newCertificate(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "certificate",
		Short: "Sign the report of a conformant run, or verify a signature",
		Long: `A certificate states that the holder of a key asserts a conformant run. It binds
every file of the report of that run. It does not prove that the run took place:
trust it as far as you trust the holder of the key.`,
		Args: onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKeygen(c), newSign(c), newVerify(c))
	return cmd
}

func newKeygen(c console) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "keygen --out FILE",
		Short: "Make a key pair: the private key in FILE, the public one in FILE.pub",
		Long: `keygen makes an ed25519 key pair, in PEM files that openssl can read. Keep the
private key with the secrets of your pipeline. Give the public key to everyone
who verifies. keygen never overwrites a file.`,
		Example: "  assay certificate keygen --out team.key",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return keygen(c, out) },
	}
	cmd.Flags().StringVar(&out, "out", "", "file for the private key")
	return cmd
}

func keygen(c console, out string) error {
	if out == "" {
		return errors.New("no file for the key: set --out")
	}
	private, public, err := certificate.Keygen()
	if err != nil {
		return err
	}
	keys, err := certificate.ParsePublicKeys(public)
	if err != nil {
		return err
	}
	id, err := certificate.KeyID(keys[0])
	if err != nil {
		return err
	}
	if err := files.WriteNew(out+".pub", public); err != nil {
		return fmt.Errorf("write the public key to a new file: %w", err)
	}
	if err := certificate.WriteKey(out, private); err != nil {
		return errors.Join(fmt.Errorf("%w: choose another path with --out", err), os.Remove(out+".pub"))
	}
	_, err = fmt.Fprintf(c.out, "Private key  %s (keep it secret)\nPublic key   %s.pub\nKey id       %s\n", out, out, id)
	return err
}
