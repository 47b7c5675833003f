package redact

import (
	"encoding/binary"
	"unicode/utf16"
)

// byteOrder is binary.LittleEndian or binary.BigEndian.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// fromUTF16 returns a body in UTF-8 that came in UTF-16, with a byte order mark
// or without one. JSON, forms and markup begin with ASCII, so that one octet of
// the first two is zero.
func fromUTF16(body []byte) ([]byte, byteOrder, bool) {
	if len(body) < 2 || len(body)%2 != 0 {
		return nil, nil, false
	}
	var order byteOrder
	switch first, second := body[0], body[1]; {
	case first == 0xff && second == 0xfe, first != 0 && second == 0:
		order = binary.LittleEndian
	case first == 0xfe && second == 0xff, first == 0 && second != 0:
		order = binary.BigEndian
	default:
		return nil, nil, false
	}
	units := make([]uint16, len(body)/2)
	for i := range units {
		units[i] = order.Uint16(body[2*i:])
	}
	return []byte(string(utf16.Decode(units))), order, true
}

func toUTF16(text []byte, order byteOrder) []byte {
	var body []byte
	for _, unit := range utf16.Encode([]rune(string(text))) {
		body = order.AppendUint16(body, unit)
	}
	return body
}
