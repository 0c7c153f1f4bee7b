import { useMemo } from "react";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { deviceFile } from "../../client/features/devices/csv-import/column-targets";
import type { LineResponse } from "../../client/forms/file-import/creation-calls";
import { type CsvFile, parseCsvFile } from "../../client/forms/file-import/csv-file";
import { ImportDialog } from "../../client/forms/file-import/import-dialog";
import { PreviewStep } from "../../client/forms/file-import/preview-step";
import { useFileLines } from "../../client/forms/file-import/use-file-lines";
import { useLineImport } from "../../client/forms/file-import/use-line-import";
import { limits } from "../../shared/base/limits";
import type { CreateDevice } from "../../shared/device/device-inputs";
import { rulesFor } from "../client/csv-import/checked-file";
import { encodedText } from "../encoded-text";
import { show } from "./show";

type Create = (devices: CreateDevice[]) => Promise<LineResponse[]>;

type PreviewProps = { file: CsvFile; create: Create; onBack?: () => void };

function Preview({ file, create, onBack = () => {} }: PreviewProps) {
	const fileLines = useFileLines(deviceFile, file);
	const { targets } = fileLines;
	const rules = useMemo(() => rulesFor([], { targets, takenSerials: ["TAKEN-1"] }), [targets]);
	const importer = useLineImport<CreateDevice>({
		mostPerCall: limits.devicesPerCreation,
		create,
		getExisting: async () => [],
		factsOf: ({ name }) => name,
		refresh: async () => {},
	});
	const frame = { onBack, onClose: () => {} };
	return <PreviewStep {...frame} list={deviceFile} fileLines={fileLines} rules={rules} importer={importer} />;
}

const addAll: Create = async (devices) => devices.map((_, index) => ({ id: `dev_${index}` }));

const showFile = (text: string, create = addAll) =>
	show(<Preview file={parseCsvFile("devices.csv", text)} create={create} />);

const lineNumbers = () =>
	page
		.getByRole("rowheader")
		.elements()
		.map(({ textContent }) => textContent);
const cellOf = (title: string, line: number) => page.getByRole("textbox", { name: `${title}, line ${line}` });
const rowOf = (line: number) =>
	page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: String(line), exact: true }) });
const button = (name: string | RegExp) => page.getByRole("button", { name });

const threeWrong = "Name,Serial\nA,X-1\n,X-2\nC,X-1\nD,TAKEN-1\nE,X-5\n";

describe("the lines of a file of devices", () => {
	test("render near the visible rows, down to the last of ten thousand, those with problems first", async () => {
		const text = Array.from({ length: limits.deviceFileRows }, (_, index) =>
			index === 5_000 ? ",TOO-5000" : `Large probe ${index},TOO-${index === 7_000 ? 6_999 : index}`,
		).join("\n");
		await showFile(`Name,Serial\n${text}\n`);
		await expect.poll(() => lineNumbers().slice(0, 3)).toEqual(["5,002", "7,002", "2"]);
		expect(document.querySelectorAll("tbody tr").length).toBeLessThan(100);
		await cellOf("Serial", 7_002).fill("TOO-7000");
		await userEvent.keyboard("{Enter}");
		await expect.element(cellOf("Name", 5_002)).toHaveFocus();
		await expect.element(page.getByText("1 line with problems", { exact: true })).toBeVisible();
		const area = page.getByRole("region", { name: "Lines of the file" }).element();
		area.scrollTo(0, area.scrollHeight);
		await expect.element(page.getByRole("rowheader", { name: "10,001", exact: true })).toBeVisible();
		expect(document.querySelectorAll("tbody tr").length).toBeLessThan(100);
	});

	test("say in the first column what is wrong, and can be shown alone", async () => {
		await showFile(threeWrong);
		await expect.poll(lineNumbers).toEqual(["3", "4", "5", "2", "6"]);
		await expect.element(rowOf(3).getByText("Name: Enter a name.")).toBeVisible();
		await expect.element(rowOf(4).getByText("Serial number: Line 2 has the same serial number.")).toBeVisible();
		await expect.element(rowOf(5).getByText("Serial number: Another device has this serial number.")).toBeVisible();
		await page.getByRole("checkbox", { name: "Only lines with problems (3)" }).click();
		await expect.poll(lineNumbers).toEqual(["3", "4", "5"]);
	});
});

describe("correcting lines where they stand", () => {
	test("Enter accepts, stays where it is still wrong, leads to the next wrong cell and from the last to the button", async () => {
		await showFile(threeWrong);
		await cellOf("Name", 3).click();
		await userEvent.keyboard("B{Enter}");
		await expect.element(cellOf("Serial", 4)).toHaveFocus();
		await expect.element(rowOf(3).getByText("Corrected")).toBeVisible();
		await userEvent.keyboard("x5{Enter}");
		await expect.element(rowOf(6).getByText(/Line 4 has the same serial number/)).toBeVisible();
		await expect.element(cellOf("Serial", 5)).toHaveFocus();
		await userEvent.keyboard("X-1{Enter}");
		await expect.element(cellOf("Serial", 5)).toHaveFocus();
		await expect.element(rowOf(5).getByText(/Line 2 has the same serial number/)).toBeVisible();
		await userEvent.keyboard("{Control>}a{/Control}X-6{Enter}");
		await expect.element(cellOf("Serial", 6)).toHaveFocus();
		await userEvent.keyboard("X-7{Enter}");
		await expect.element(button("Add 5 devices")).toHaveFocus();
		await expect.poll(lineNumbers).toEqual(["3", "4", "5", "6", "2"]);
	});

	test("Tab leads from one wrong cell to the next and back, and what was typed is kept", async () => {
		await showFile(threeWrong);
		await cellOf("Name", 3).click();
		await userEvent.keyboard("B{Tab}");
		await expect.element(cellOf("Serial", 4)).toHaveFocus();
		await userEvent.keyboard("{Tab}");
		await expect.element(cellOf("Serial", 5)).toHaveFocus();
		await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
		await expect.element(cellOf("Serial", 4)).toHaveFocus();
		await expect.element(cellOf("Name", 3)).toHaveValue("B");
		await expect.element(page.getByText("2 lines with problems", { exact: true })).toBeVisible();
	});

	test("Escape takes back what is not accepted yet", async () => {
		await showFile(threeWrong);
		await cellOf("Serial", 4).fill("Mistake");
		await userEvent.keyboard("{Escape}");
		await expect.element(cellOf("Serial", 4)).toHaveValue("X-1");
		await expect.element(page.getByText("3 lines with problems", { exact: true })).toBeVisible();
	});

	test("keeps typed text in a row that is scrolled away", async () => {
		const text = Array.from({ length: 500 }, (_, index) => `Probe ${index},`).join("\n");
		await showFile(`Name,Serial\n,X-1\n${text}\n`);
		await cellOf("Name", 2).fill("Typed");
		const area = page.getByRole("region", { name: "Lines of the file" }).element();
		area.scrollTo(0, area.scrollHeight);
		await expect.element(cellOf("Name", 2)).not.toBeInTheDocument();
		await expect.element(button("Add 501 devices")).toBeEnabled();
		area.scrollTo(0, 0);
		await expect.element(cellOf("Name", 2)).toHaveValue("Typed");
	});

	test("a line is left out by keyboard, and its pair is right then", async () => {
		await showFile("Name,Serial\nA,X-1\nB,X-1\n");
		await expect.element(button("Add 1 device")).toBeVisible();
		const boxes = page.getByRole("checkbox", { name: /^Import line/ });
		boxes.first().element().focus();
		await userEvent.keyboard("{ArrowDown}");
		await expect.element(page.getByRole("checkbox", { name: "Import line 2" })).toHaveFocus();
		await userEvent.keyboard(" ");
		await expect.element(rowOf(2).getByText("Left out")).toBeVisible();
		await expect.element(page.getByText(/with problems$/)).not.toBeInTheDocument();
		await expect.element(button("Add 1 device")).toBeEnabled();
	});

	test("another file is chosen without a question only while nothing is corrected", async () => {
		let timesBack = 0;
		const file = parseCsvFile("devices.csv", threeWrong);
		await show(<Preview file={file} create={addAll} onBack={() => (timesBack += 1)} />);
		await button("Choose another file").click();
		expect(timesBack).toBe(1);
		await cellOf("Name", 3).fill("B");
		await userEvent.keyboard("{Enter}");
		await button("Choose another file").click();
		const question = page.getByRole("alertdialog", { name: "Unsaved corrections" });
		await question.getByRole("button", { name: "Stay" }).click();
		await expect.element(cellOf("Name", 3)).toHaveValue("B");
		expect(timesBack).toBe(1);
		await button("Choose another file").click();
		await question.getByRole("button", { name: "Leave" }).click();
		expect(timesBack).toBe(2);
	});

	test("shows the wrong cell below its problem in a narrow window", async () => {
		await page.viewport(360, 740);
		try {
			await showFile(threeWrong);
			const cell = cellOf("Serial", 5);
			await expect.element(cell).toBeVisible();
			expect(cell.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
			expect(cell.element().closest("td")?.textContent).toContain("Another device has this serial number.");
			await cell.fill("X-6");
			await userEvent.keyboard("{Enter}");
			await expect.element(page.getByText("2 lines with problems", { exact: true })).toBeVisible();
		} finally {
			await page.viewport(1280, 800);
		}
	});
});

describe("lines after an import", () => {
	test("come back with their errors, are corrected, and sent again alone", async () => {
		const sent: string[][] = [];
		await showFile("Name,Serial\nA,X-1\nB,X-2\n", async (devices) => {
			sent.push(devices.map(({ serialNumber }) => serialNumber ?? ""));
			return devices.map(({ name, serialNumber }) =>
				serialNumber === "X-2" ? { fields: { serialNumber: "Another device has this." } } : { id: `dev_${name}` },
			);
		});
		await button("Add 2 devices").click();
		await expect.element(rowOf(3).getByText("Serial number: Another device has this.")).toBeVisible();
		await expect.poll(lineNumbers).toEqual(["3"]);
		expect(button(/^Go on/).query()).toBeNull();
		await cellOf("Serial", 3).fill("X-3");
		await userEvent.keyboard("{Enter}");
		await button("Go on with 1 device").click();
		await expect.element(page.getByRole("heading", { name: "2 devices added" })).toBeVisible();
		expect(sent).toEqual([["X-1", "X-2"], ["X-3"]]);
	});

	test("keep their corrections in an outage", async () => {
		let isOut = true;
		const sent: string[] = [];
		await showFile("Name,Serial\n,X-1\n,X-2\n", async (devices) => {
			if (isOut) throw new TypeError("Failed to fetch");
			sent.push(...devices.map(({ name }) => name));
			return addAll(devices);
		});
		await cellOf("Name", 2).fill("Kept");
		await userEvent.keyboard("{Enter}");
		await button("Add 1 device").click();
		await expect.element(page.getByText(/Nothing is lost: go on when you like/)).toBeVisible();
		isOut = false;
		await cellOf("Name", 3).fill("Later");
		await userEvent.keyboard("{Tab}");
		await button(/^(Add|Go on with) 2 devices$/).click();
		await expect.element(page.getByRole("heading", { name: "2 devices added" })).toBeVisible();
		expect(sent).toEqual(["Kept", "Later"]);
	});

	test("go in by the first tap on a phone, also one that leaves the cell just corrected", async () => {
		await page.viewport(390, 844);
		await show(
			<ImportDialog list={deviceFile} isOpen onClose={() => {}} isHistoryEntry={false}>
				{({ file }) => <Preview file={file} create={addAll} />}
			</ImportDialog>,
		);
		await page.getByLabelText("File of devices").upload(new File([threeWrong], "devices.csv"));
		await cellOf("Name", 3).fill("B");
		expect(button("Add 2 devices").element().getBoundingClientRect().right).toBeLessThan(390);
		await button("Add 2 devices").click();
		await expect.element(page.getByRole("heading", { name: "3 devices added" })).toBeVisible();
	});
});

test("A file of devices is chosen with the focus on the button that chooses it", async () => {
	await show(
		<ImportDialog list={deviceFile} isOpen onClose={() => {}} isHistoryEntry={false}>
			{() => null}
		</ImportDialog>,
	);
	await expect.element(button("Choose a file")).toHaveFocus();
});

test("A file of devices in an encoding that is not certain is opened by the line that reads right", async () => {
	await show(
		<ImportDialog list={deviceFile} isOpen onClose={() => {}} isHistoryEntry={false}>
			{({ file }) => <Preview file={file} create={addAll} />}
		</ImportDialog>,
	);
	const bytes = encodedText("Name,Serial\n冷凍庫,X-1\n", "shift_jis");
	await page.getByLabelText("File of devices").upload(new File([bytes], "devices.csv"));
	const wanted = page.getByRole("region", { name: /^Line 2 of devices\.csv reads differently/ });
	await wanted.getByRole("button", { name: "冷凍庫,X-1, Japanese (Shift JIS)" }).click();
	await expect.element(rowOf(2).getByText("冷凍庫")).toBeVisible();
});
