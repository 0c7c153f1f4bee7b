import type { FileEncoding } from "../../../shared/log/reading-import";
import { t } from "../../words/made/forms";

export const encodingNames: Record<FileEncoding, string> = {
	"utf-8": t("encoding.unicodeUtf8"),
	"utf-16le": t("encoding.unicodeUtf16"),
	"utf-16be": t("encoding.unicodeUtf16BigEndian"),
	"windows-1252": t("encoding.westernEuropeanWindows1252"),
	"windows-1250": t("encoding.centralEuropeanWindows1250"),
	"windows-1251": t("encoding.cyrillicWindows1251"),
	"koi8-r": t("encoding.cyrillicKoi8R"),
	ibm866: t("encoding.cyrillicDos866"),
	"windows-1253": t("encoding.greekWindows1253"),
	"windows-1254": t("encoding.turkishWindows1254"),
	"windows-1255": t("encoding.hebrewWindows1255"),
	"windows-1256": t("encoding.arabicWindows1256"),
	"windows-874": t("encoding.thaiWindows874"),
	shift_jis: t("encoding.japaneseShiftJis"),
	"euc-jp": t("encoding.japaneseEucJp"),
	gbk: t("encoding.chineseSimplifiedGbk"),
	big5: t("encoding.chineseTraditionalBig5"),
	"euc-kr": t("encoding.koreanEucKr"),
	macintosh: t("encoding.westernEuropeanMac"),
};
