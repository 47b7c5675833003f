package faults

import (
	"strings"
)

// EditItems changes the items of an order before it is placed.
func EditItems(edit func(item Object)) Mutator {
	return func(next Responder) Responder {
		return func(c *Call) *Answer {
			if c.Endpoint == CreateOrder && c.Body != nil {
				for _, item := range c.Items() {
					edit(item)
				}
				c.Touch()
			}
			return next(c)
		}
	}
}

// EditLookup changes the lookups that search by one field.
func EditLookup(field string, edit func(*Call)) Mutator {
	return EditLookups(func(c *Call) bool { return c.Text("queryFieldEnum") == field }, edit)
}

// EditLookups changes some lookups before they are served.
func EditLookups(is func(*Call) bool, edit func(*Call)) Mutator {
	return func(next Responder) Responder {
		return func(c *Call) *Answer {
			if c.Endpoint == Lookup && is(c) {
				edit(c)
				c.Touch()
			}
			return next(c)
		}
	}
}

// StoreEdited changes a text of every item before it is stored. All answers then agree with each
// other, but none agrees with the request.
func StoreEdited(member string, by func(string) string) Mutator {
	return EditItems(func(item Object) { Change(item, member, Edited(by)) })
}

// TakeOnly is a server that accepts a member in one reading only.
func TakeOnly(endpoints, path string, takes func(v any) bool) Mutator {
	holder, name := "", path
	if cut := strings.LastIndexByte(path, '.'); cut >= 0 {
		holder, name = path[:cut], path[cut+1:]
	}
	return Refusing(endpoints, 422, func(c *Call) bool {
		switch holder {
		case "":
			return !takes(c.Body[name])
		case "items":
			for _, item := range c.Items() {
				if !takes(item[name]) {
					return true
				}
			}
			return false
		}
		o, ok := Get(c.Body, holder).(Object)
		return ok && !takes(o[name])
	})
}

// PrivateJobGroup refuses employees of the private sector unless takes accepts their job_group.
func PrivateJobGroup(takes func(any) bool) Mutator {
	return Refusing(CreateLimit, 422, func(c *Call) bool {
		return Employee(c.Body) && !takes(Get(c.Body, Employment+"job_group"))
	})
}
