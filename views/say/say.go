// Package say writes numbers, times and sentences as the window shows them.
package say

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
)

// Thousands writes a whole number with thin grouping: 1,240.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Duration is "about 40 s", "about 3 min", "about 2 h 10 min".
func Duration(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 1:
		return "under a second"
	case s < 10:
		return fmt.Sprintf("about %.0f s", math.Ceil(s))
	case s < 90:
		return fmt.Sprintf("about %.0f s", math.Ceil(s/5)*5)
	case s < 3600:
		return fmt.Sprintf("about %.0f min", math.Ceil(s/60))
	case s < 48*3600:
		h, m := int(s)/3600, int(s)%3600/60
		if m < 5 {
			return fmt.Sprintf("about %d h", h)
		}
		return fmt.Sprintf("about %d h %d min", h, m/5*5)
	}
	return fmt.Sprintf("about %.0f days", math.Ceil(s/86400))
}

// Elapsed is a time that has passed: "0.4 s", "12 s", "3 min 05 s".
func Elapsed(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 0.05:
		return "less than 0.1 s"
	case s < 9.95:
		return fmt.Sprintf("%.1f s", s)
	case s < 60:
		return fmt.Sprintf("%.0f s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %02d s", int(s)/60, int(s)%60)
	}
	return fmt.Sprintf("%d h %02d min", int(s)/3600, int(s)%3600/60)
}

// Rate is "310 per second", "12 per minute".
func Rate(perSecond float64) string {
	switch {
	case perSecond <= 0 || math.IsNaN(perSecond) || math.IsInf(perSecond, 0):
		return ""
	case perSecond >= 10:
		return Thousands(int(math.Round(Significant(perSecond, 2)))) + " per second"
	case perSecond >= 1:
		return fmt.Sprintf("%.1f per second", perSecond)
	case perSecond*60 >= 1:
		return fmt.Sprintf("%.0f per minute", perSecond*60)
	}
	return fmt.Sprintf("%.0f per hour", perSecond*3600)
}

// Significant rounds to that number of digits.
func Significant(x float64, digits int) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	p := math.Pow(10, float64(digits)-1-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*p) / p
}

// Number writes a value with sensible digits, with a true minus sign.
func Number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x != 0 && (math.Abs(x) < 1e-3 || math.Abs(x) >= 1e6):
		return strings.ReplaceAll(strconv.FormatFloat(x, 'g', 3, 64), "-", "−")
	case math.Abs(x) >= 10000:
		return Thousands(int(math.Round(x)))
	case math.Abs(x) >= 100:
		tenths := int(math.Round(math.Abs(x) * 10))
		text := Thousands(tenths/10) + "." + strconv.Itoa(tenths%10)
		if x < 0 {
			text = "−" + text
		}
		return text
	}
	return strings.ReplaceAll(strconv.FormatFloat(Significant(x, 3), 'f', -1, 64), "-", "−")
}

// Bytes is "620 MB".
func Bytes(n int64) string {
	x := float64(n)
	for _, unit := range []string{"B", "kB", "MB", "GB"} {
		if x < 1000 {
			return fmt.Sprintf("%.0f %s", x, unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%.1f TB", x)
}

// DecimalPoint lets a number be typed with a decimal comma.
func DecimalPoint(text string) string {
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		return strings.Replace(text, ",", ".", 1)
	}
	return text
}

// Sentence gives text a capital letter and a full stop.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	r := []rune(text)
	first := strings.ToUpper(string(r[0]))
	// Names and symbols of parameters stay as they are: "theta: …", "α, discount: …".
	if i := strings.IndexByte(text, ':'); i > 0 && !strings.Contains(text[:i], " ") || r[0] > unicode.MaxASCII ||
		len(r) > 1 && r[1] == ',' {
		first = string(r[0])
	}
	// So do names of files: "crabs.csv, line 3: …".
	if word, _, more := strings.Cut(text, " "); more && strings.Contains(strings.TrimRight(word, ".,:;"), ".") {
		first = string(r[0])
	}
	text = first + string(r[1:])
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// longestFileName leaves room for endings added to a name, within the 255 bytes that file systems take.
const longestFileName = 80

// taken are names that Windows keeps for devices, whatever their extension.
var taken = regexp.MustCompile(`^(con|prn|aux|nul|(com|lpt)[0-9])$`)

// FileName makes a name for a file of a title: letters, digits and hyphens, so that no title leads to another folder or
// hides a file.
func FileName(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case b.Len() >= longestFileName:
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := strings.Trim(b.String(), "-")
	switch {
	case name == "":
		return "figure"
	case taken.MatchString(name):
		return name + "-"
	}
	return name
}

// MenuCase writes the text of a button in the case of menus: "Run More".
func MenuCase(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = plotting.Capital(w)
	}
	return strings.Join(words, " ")
}

// Explain writes an error in sentences: the place, the fault, and the remedy.
func Explain(err error) string {
	if err == nil {
		return ""
	}
	var r *read.Error
	if errors.As(err, &r) {
		return WithoutFlags(r.Error())
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return "There is no space left on the disk. Free some and try again, or choose a place on another disk. What was saved before is unchanged."
	}
	return WithoutFlags(Sentence(err.Error()))
}

// ofCommands is the name of a flag beside that of a control, or one or more in brackets of their own,
// perhaps with values in quotes.
var ofCommands = regexp.MustCompile(`,? or --[a-z-]+(?:=[^ )]+)?| \((?: ?--[a-z-]+(?: "(?:[^"\\]|\\.)*")?)+\)`)

// WithoutFlags is a sentence for the window: "(Sheet, or --sheet)" is for users of the command line.
func WithoutFlags(text string) string { return ofCommands.ReplaceAllString(text, "") }
