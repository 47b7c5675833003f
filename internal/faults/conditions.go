package faults

import (
	"time"
)

// Found tells whether a lookup found a customer with a limit.
func Found(_ *Call, a *Answer) bool { return Get(a.Body(), "data.baseInfo") != nil }

func NotFound(c *Call, a *Answer) bool { return !Found(c, a) }

// AnyCall is a condition that every call meets.
func AnyCall(*Call) bool { return true }

func AnyRecord(Object) bool { return true }

// What a reading takes, by the JSON type of the value; nil is an absent member.
func IsString(v any) bool { _, ok := v.(string); return ok }

func NotString(v any) bool { return !IsString(v) }

func IsAbsent(v any) bool { return v == nil }

func IsThere(v any) bool { return v != nil }

// RaceWindow is how long a racing order waits for company.
const RaceWindow = 2 * time.Millisecond

// RecordEndpoints answer with records of purchases.
const RecordEndpoints = CreateOrder + " " + GetItem + " " + UpdateItems
