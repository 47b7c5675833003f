package cli

import (
	"net/http"
	"net/url"
)

// proxied tells whether the environment has requests to an address go through
// a proxy.
func proxied(u *url.URL) bool {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u})
	return err == nil && proxy != nil
}
