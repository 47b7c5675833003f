package result

import "time"

// Report is what a report says of itself beside its results, as a laboratory does
// (ISO/IEC 17025:2017, 7.8.2.1): its number, who made it for whom, about what, and
// where. What nobody has stated is empty.
type Report struct {
	Number   string    `json:"number"` // no two reports have one
	Issued   time.Time `json:"issued"`
	Replaces string    `json:"replaces,omitempty"` // number of the report that this one was made from

	Laboratory Party `json:"laboratory"`
	Customer   Party `json:"customer"`
	Item       Item  `json:"item"`
	Place      Place `json:"place"`

	Authorised string `json:"authorised,omitempty"` // who authorises it
	Provided   string `json:"provided,omitempty"`   // what came from the customer or from others
}

// Party is a laboratory, or its customer.
type Party struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Contact string `json:"contact,omitempty"`
}

// Item is what was tested, in the words of whoever had it tested.
type Item struct {
	Name        string `json:"name,omitempty"`
	Version     string `json:"version,omitempty"`
	Environment string `json:"environment,omitempty"` // "staging, one replica"
	Condition   string `json:"condition,omitempty"`   // "as deployed, test data"
	Received    string `json:"received,omitempty"`    // 2026-03-01
}

// Place is where the test was made.
type Place struct {
	Host     string `json:"host,omitempty"`     // the machine that ran the suite
	Vantage  string `json:"vantage,omitempty"`  // from where it saw the item: "the public internet"
	Pipeline string `json:"pipeline,omitempty"` // address of the run of a pipeline
}
