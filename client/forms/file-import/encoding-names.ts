import type { FileEncoding } from "../../../shared/log/reading-import";

export const encodingNames: Record<FileEncoding, string> = {
	"utf-8": "Unicode (UTF-8)",
	"utf-16le": "Unicode (UTF-16)",
	"utf-16be": "Unicode (UTF-16, big-endian)",
	"windows-1252": "Western European (Windows-1252)",
	"windows-1250": "Central European (Windows-1250)",
	"windows-1251": "Cyrillic (Windows-1251)",
	"koi8-r": "Cyrillic (KOI8-R)",
	ibm866: "Cyrillic (DOS, 866)",
	"windows-1253": "Greek (Windows-1253)",
	"windows-1254": "Turkish (Windows-1254)",
	"windows-1255": "Hebrew (Windows-1255)",
	"windows-1256": "Arabic (Windows-1256)",
	"windows-874": "Thai (Windows-874)",
	shift_jis: "Japanese (Shift JIS)",
	"euc-jp": "Japanese (EUC-JP)",
	gbk: "Chinese, simplified (GBK)",
	big5: "Chinese, traditional (Big5)",
	"euc-kr": "Korean (EUC-KR)",
	macintosh: "Western European (Mac)",
};
