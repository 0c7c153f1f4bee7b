type Figures = {
	blocks: { rowsPerReading: number; blockBytes: number; rollUpBytes: number };
	rows: { rowsPerReading: number; bytes: number };
};

export function printCost(figures?: Figures): void;
export function withRows(rowsOfUpload: number): Figures;
export function monthlyCost(devices: number, figures?: Figures): number;
