package recording

import "encoding/json"

// The types in this file have the members of HAR 1.2 that assay writes or reads.

// Creator names the program that wrote a HAR.
type Creator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type harEntry struct {
	Started  string      `json:"startedDateTime"`
	Time     harNumber   `json:"time"` // milliseconds
	Request  *harRequest `json:"request"`
	Response *harAnswer  `json:"response"`
	Cache    struct{}    `json:"cache"`
	Timings  harTimings  `json:"timings"`
	// Connection is the id of the connection, if the recorder wrote it (HAR 1.2).
	Connection harText   `json:"connection,omitempty"`
	Assay      *harAssay `json:"_assay,omitempty"`
}

// harAssay holds the data for which HAR has no member.
type harAssay struct {
	ID       string `json:"id,omitempty"`
	Endpoint string `json:"endpoint,omitempty"`
	Check    string `json:"check,omitempty"`
	Negative bool   `json:"negative,omitempty"`
	Error    string `json:"error,omitempty"`
	// RequestCut and ResponseCut are the octets of the bodies that are not in this file.
	RequestCut  int64 `json:"requestCut,omitempty"`
	ResponseCut int64 `json:"responseCut,omitempty"`
}

type harTimings struct {
	Send    harNumber `json:"send"`
	Wait    harNumber `json:"wait"`
	Receive harNumber `json:"receive"`
}

type harRequest struct {
	Method      string    `json:"method"`
	URL         string    `json:"url"`
	Proto       string    `json:"httpVersion"`
	Cookies     []harPair `json:"cookies"`
	Headers     []harPair `json:"headers"`
	Query       []harPair `json:"queryString"`
	Post        *harPost  `json:"postData,omitempty"`
	HeadersSize harNumber `json:"headersSize"`
	BodySize    harNumber `json:"bodySize"`
}

type harAnswer struct {
	Status      harNumber  `json:"status"`
	StatusText  string     `json:"statusText"`
	Proto       string     `json:"httpVersion"`
	Cookies     []harPair  `json:"cookies"`
	Headers     []harPair  `json:"headers"`
	Content     harContent `json:"content"`
	RedirectURL string     `json:"redirectURL"`
	HeadersSize harNumber  `json:"headersSize"`
	BodySize    harNumber  `json:"bodySize"`
	Error       string     `json:"_error,omitempty"` // Chrome writes here why there is no answer
}

type harPair struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// harPost is a request body. HAR does not define an encoding for it, but some programs write one.
type harPost struct {
	MimeType    string    `json:"mimeType"`
	Text        string    `json:"text"`
	Params      []harPair `json:"params,omitempty"`
	Encoding    string    `json:"encoding,omitempty"`
	OwnEncoding string    `json:"_encoding,omitempty"`
}

type harContent struct {
	Size     harNumber `json:"size"`
	MimeType string    `json:"mimeType"`
	Text     string    `json:"text,omitempty"`
	Encoding string    `json:"encoding,omitempty"`
}

// harNumber is a number in any form that programs write: with or without a fraction, null, or
// quoted.
type harNumber float64

// harText is a text, or a number without quotes, because programs write both.
type harText string

// UnmarshalJSON accepts a text or a number, and ignores any other value.
func (t *harText) UnmarshalJSON(data []byte) error {
	var text string
	var number json.Number
	switch {
	case json.Unmarshal(data, &text) == nil:
		*t = harText(text)
	case json.Unmarshal(data, &number) == nil:
		*t = harText(number.String())
	}
	return nil
}

// UnmarshalJSON accepts a number with or without quotes, and reads null as 0.
func (n *harNumber) UnmarshalJSON(data []byte) error {
	if len(data) > 1 && data[0] == '"' {
		data = data[1 : len(data)-1]
	}
	if len(data) == 0 || string(data) == "null" {
		*n = 0
		return nil
	}
	return json.Unmarshal(data, (*float64)(n))
}
