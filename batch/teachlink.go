package batch

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"example.org/espalier/plotting/teach"
)

// longestLink is the greatest length of the first line of a file of a stage.
const longestLink = 1 << 16

// IsStage reports whether an argument is a link to a teaching stage, or names a file of one.
func IsStage(argument string) bool {
	return teach.IsLink(argument) || strings.HasSuffix(strings.ToLower(argument), teach.FileEnding)
}

// StageOf reads a link to a teaching stage. The argument is the link, or names a file with the link in its first line;
// a desktop may name the file as file://….
func StageOf(argument string) (teach.Request, error) {
	if teach.IsLink(argument) {
		return teach.FromLink(argument)
	}
	path := argument
	if u, err := url.Parse(argument); err == nil && u.Scheme == "file" {
		path = u.Path
	}
	f, err := os.Open(path)
	if err != nil {
		return teach.Request{}, err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, longestLink)).ReadString('\n')
	if err != nil && err != io.EOF {
		return teach.Request{}, err
	}
	r, err := teach.FromLink(line)
	if err != nil {
		return r, fmt.Errorf("%s, line 1: %w", path, err)
	}
	return r, nil
}
