package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The links and pictures of the documents lead to files of the repository, and to headings that stand there.
func TestLinksLead(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/teach/*.md", "sampledata/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	links := 0
	for _, file := range files {
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(read(t, file), -1) {
			place, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(place, "://") {
				continue
			}
			links++
			to := file
			if place != "" {
				to = filepath.Join(filepath.Dir(file), place)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
			} else if heading != "" && !anchors(read(t, to))[heading] {
				t.Errorf("%s links to %s, and there is no such heading", file, m[1])
			}
		}
	}
	if links < 60 {
		t.Errorf("only %d links were found in %d documents", links, len(files))
	}
}

// read returns the text of a file.
func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// anchors are the names under which the headings of a document are linked to.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all[strings.ReplaceAll(name, " ", "-")] = true
	}
	return all
}
