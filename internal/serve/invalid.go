package serve

import (
	"bytes"
	"net"
	"sync/atomic"
)

// counting is a listener that counts the requests which net/http refuses before any handler sees them: they
// are no valid HTTP, for example because of a blank in the address. Nothing else tells of them.
type counting struct {
	net.Listener
	invalid *atomic.Int64
}

func (l counting) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept() // net/http compares the error, so it is not wrapped
	if err != nil {
		return nil, err
	}
	return countingConn{conn, l.invalid}, nil
}

type countingConn struct {
	net.Conn
	invalid *atomic.Int64
}

// Write counts the answers of net/http itself. It writes each of them at once, and with fewer headers than a
// handler's answer ever has: that has a Date.
func (c countingConn) Write(b []byte) (int, error) {
	head, _, isWhole := bytes.Cut(b, []byte("\r\n\r\n"))
	if isWhole && bytes.HasPrefix(head, []byte("HTTP/1.1 4")) && !bytes.Contains(head, []byte("\r\nDate: ")) {
		c.invalid.Add(1)
	}
	return c.Conn.Write(b)
}
