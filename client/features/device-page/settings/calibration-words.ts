import type { Calibration } from "../../../../shared/calibration";

/** What a calibration does to a reading: `× 1.02 + 0.5 °C`, `− 0.3 °C`, `as sent`. */
export function formulaWords({ scale, offset }: Pick<Calibration, "scale" | "offset">, unit: string): string {
	const stretched = scale === 1 ? "" : `× ${numberWords(scale)}`;
	const sign = offset < 0 ? "−" : "+";
	const moved = offset === 0 ? "" : `${sign} ${numberWords(Math.abs(offset))}${unit === "" ? "" : ` ${unit}`}`;
	return [stretched, moved].filter(Boolean).join(" ") || "as sent";
}

function numberWords(value: number): string {
	return String(value).replace("-", "−");
}
