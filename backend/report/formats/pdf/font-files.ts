import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?.bin";
import bold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?.bin";

const directoryStart = 12;
const recordBytes = 16;
/** Version 3 of the table `post`: no names of glyphs. https://learn.microsoft.com/typography/opentype/spec/post */
const nameless = { version: 0x0003_0000, bytes: 32 };

/** Noto Sans: Latin, Greek and Cyrillic. */
export const fontFiles = { regular: withoutNames(new Uint8Array(regular)), bold: withoutNames(new Uint8Array(bold)) };

/** Removes glyph names: slow to read, and PDFs do not need them. */
export function withoutNames(file: Uint8Array): Uint8Array {
	const font = file.slice();
	const view = new DataView(font.buffer);
	const tables = view.getUint16(4);
	for (let table = 0; table < tables; table += 1) {
		const record = directoryStart + table * recordBytes;
		if (new TextDecoder().decode(font.subarray(record, record + 4)) !== "post") continue;
		view.setUint32(view.getUint32(record + 8), nameless.version);
		view.setUint32(record + 12, nameless.bytes);
	}
	return font;
}
