import { describe, expect, it } from "vitest";
import { type Decode, openEncoding, possibleEncodings } from "../../../shared/log/file-encoding";
import { encodedText } from "../../encoded-text";

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding).decode(bytes);
const possible = (bytes: Uint8Array) => possibleEncodings(bytes, decode);
const rows = "\r\n2026-11-07 17:04,4.2\r\n2026-11-07 17:14,4.3\r\n";

describe("a file's encoding", () => {
	it.each([
		["utf-8", "Время,Температура"],
		["windows-1252", "Zeit,Kühlraum außen [°C]"],
		["windows-1252", "Heure,Température extérieure (°C)"],
		["windows-1252", "Time,Temp 1 °C,Flow m³,Current µA,±0.5"],
		["windows-1252", "Día,Humedad señal"],
		["utf-16le", "时间,温度"],
		["utf-16be", "時刻,温度[℃]"],
	] as const)("detects for certain: %s of %s", (encoding, header) => {
		expect(possible(encodedText(header + rows, encoding))).toEqual([encoding]);
	});

	it.each([
		["windows-1250", "Data,Wilgotność względna,Ciśnienie"],
		["windows-1250", "Čas měření,Teplota vzduchu,Vlhkost"],
		["windows-1251", "Дата и время,Температура °C,Влажность"],
		["windows-1253", "Ώρα,Θερμοκρασία,Υγρασία"],
		["windows-1254", "Tarih,Sıcaklık,Bağıl nem"],
		["shift_jis", "日時,温度[℃],湿度[%]"],
		["shift_jis", "No.,Date Time,ﾁｬﾝﾈﾙ1 温度"],
		["gbk", "时间,温度(℃),湿度(%RH)"],
		["gbk", "序号,记录时间,温度,湿度"],
		["big5", "時間,溫度(℃),濕度"],
		["euc-kr", "시간,온도(℃),습도"],
		["windows-1256", "الوقت,درجة الحرارة"],
	] as const)("proposes %s of %s first", (encoding, header) => {
		expect(possible(encodedText(header + rows, encoding))[0]).toBe(encoding);
	});

	it("shows for the choice what the first line in other letters reads in each", () => {
		const header = "זמן,טמפרטורה,לחות";
		const bytes = encodedText(`Logger 4\r\n${header}${rows}`, "windows-1255");
		const open = openEncoding(bytes, { possible: possible(bytes), used: "koi8-r" }, decode);
		expect(open?.line).toBe(2);
		expect(open?.candidates).toContainEqual({ encoding: "windows-1255", text: header });
		expect(open?.candidates.at(-1)).toEqual({ encoding: "koi8-r", text: "ФНО,ХНТЬХЕЬД,ЛГЕЗ" });
	});

	it("stays UTF-8 where half a letter was lost", () => {
		const whole = new TextEncoder().encode(`Zeit,Kühlraum °C,Außen°,Größe,Tür${rows}2026-11-07 17:24,4.2°`);
		expect(possible(whole.subarray(0, -1))).toEqual(["utf-8"]);
	});

	it("needs no choice where all readings are the same", () => {
		for (const encoding of ["windows-1250", "windows-1251", "windows-1254"] as const) {
			expect(possible(encodedText(`Time,Temp [°C]${rows}`, encoding))).toEqual(["windows-1252"]);
		}
	});

	it("can be found for any bytes", () => {
		const bytes = Uint8Array.from(
			{ length: 100_000 },
			(_, position) => (position * 7919 + (position >> 3) * 31) & 0xff,
		);
		expect(possible(bytes).length).toBeGreaterThan(0);
		expect(possible(bytes.filter((byte) => byte !== 0x0a)).length).toBeLessThanOrEqual(4);
	});
});
