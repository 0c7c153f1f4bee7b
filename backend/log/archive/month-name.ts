/** `2026-03` of a month counted as year * 12 + month, from 0. */
export function monthName(month: number): string {
	return new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 7);
}

export function parseMonthName(name: string): number {
	const [year, month] = name.split("-").map(Number);
	return (year ?? Number.NaN) * 12 + (month ?? Number.NaN) - 1;
}
