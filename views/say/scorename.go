package say

import "strings"

// ScoreName shortens the title of an objective, so that the number after it is not cut off in the list.
func ScoreName(objective string) string {
	name, _, _ := strings.Cut(objective, ",")
	name, _, _ = strings.Cut(name, " (")
	switch name {
	case "bound on the log evidence":
		return "bound"
	case "log likelihood less penalty":
		return "penalised"
	}
	if !strings.HasPrefix(name, "log ") {
		return name
	}
	name, _, _ = strings.Cut(name, " of ")
	if strings.HasPrefix(name, "log joint ") {
		return "log joint"
	}
	return name
}
