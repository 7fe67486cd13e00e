package read

import (
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"example.org/espalier/inference/read/library"
)

// TestUnlinked: a program without the libraries says what it cannot open, and how the table can be read all the same.
func TestUnlinked(t *testing.T) {
	books, columns := library.OpenWorkbook, library.OpenColumns
	defer func() { library.OpenWorkbook, library.OpenColumns = books, columns }()
	library.OpenWorkbook, library.OpenColumns = nil, nil
	for kind, content := range map[string]string{"workbooks": "PK\x03\x04xl/workbook.xml",
		"Parquet files": "PAR1 and some bytes PAR1"} {
		_, err := Bytes("t", "", []byte(content), Options{})
		if err == nil || !strings.Contains(err.Error(), "without the library that opens "+kind) ||
			!strings.Contains(err.Error(), "CSV") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// FuzzCellPlace: cells are named as the library of workbooks names them, but for a sign, which it allows before a row.
func FuzzCellPlace(f *testing.F) {
	for _, name := range []string{"A1", "b3", "Z9", "AA10", "XFD1048576", "XFE1", "A1048577", "A0", "A01", "1A", "A", "7",
		"", "A-1", "A+1", "Ä1", "AAAA1", "A1B2", "A 1", "ſ1", "A18446744073709551617"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		wantColumn, wantRow, err := excelize.CellNameToCoordinates(name)
		if err != nil || wantRow > excelize.TotalRows {
			wantColumn, wantRow = 0, 0
		}
		if strings.ContainsAny(name, "$+") {
			return // the first is taken out before
		}
		if column, row := cellPlace(name); column != wantColumn || row != wantRow {
			t.Errorf("%q: %d, %d instead of %d, %d", name, column, row, wantColumn, wantRow)
		}
	})
}
