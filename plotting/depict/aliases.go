package depict

import "example.org/espalier/plotting/depict/subject"

// What figures are made from and how they look, see package subject.
type (
	Subject = subject.Subject
	Looks   = subject.Looks
)
