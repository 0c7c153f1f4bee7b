import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { connection } from "../../client/api/connection";
import { FileImport } from "../../client/features/import/file-import";
import { ImportQuestions } from "../../client/features/import/import-questions";
import {
	type ImportJob,
	ImportResults,
	type JobState,
	progressText,
	useImportRun,
} from "../../client/features/import/import-run";
import { PartTargets } from "../../client/features/import/parts-question";
import { ImportsUnderWay, SendingNote } from "../../client/features/import/sending-note";
import { TimePatternField } from "../../client/features/import/time-pattern";
import { type FileChoices, noChoices, questionsAs } from "../../shared/log/file-choices";
import type { LogDevice } from "../../shared/log/log";
import type { ImportPreview, ImportQuestion, MadeImport } from "../../shared/log/reading-import";
import { rendered } from "./held-clock";
import { show } from "./show";

const id = (prefix: string, digit: number) => `${prefix}_${String(digit).repeat(26)}`;
const devices: LogDevice[] = [
	{ id: id("dev", 1), name: "Cooler", timezoneOffset: 60, timeZoneRule: 2 },
	{ id: id("dev", 2), name: "Archive 2", timezoneOffset: 60, timeZoneRule: 2 },
];
const [device = devices[0] as LogDevice] = devices; // the list is not empty
const air = { id: id("chn", 1), name: "Air" };

const preview: ImportPreview = {
	headerKey: null,
	format: {
		encoding: "utf-8",
		separator: ",",
		decimalSign: ".",
		headerRows: 1,
		timeColumns: [0],
		dateOrder: "day-first",
		zone: "UTC",
		timePattern: null,
		clockMinutes: null,
		divideBy: null,
		noValues: [-888.88],
	},
	questions: [],
	columns: [
		{ column: 0, name: "Time", unit: null, channelId: null, samples: [] },
		{ column: 1, name: "Temp", unit: "°F", channelId: air.id, samples: [] },
	],
	noValues: [],
	rowsWithoutValue: 0,
	clockDifferenceMinutes: null,
	rows: [],
	readings: 1,
	duplicates: 0,
	replaced: 0,
	rejectedCount: 0,
	rejected: [],
	from: null,
	to: null,
};

function SessionRequest({
	questions,
	onChoices,
}: {
	questions: ImportQuestion[];
	onChoices: (choices: FileChoices) => void;
}) {
	const [choices, setChoices] = useState(() => noChoices(device.id));
	const change = (next: FileChoices) => {
		setChoices(next);
		onChoices(next);
	};
	const shown = { ...preview, questions };
	return (
		<>
			<ImportQuestions
				choices={choices}
				devices={devices}
				device={device}
				owner={device}
				channels={[air]}
				index={0}
				isBehind={true}
				preview={{ ...shown, questions: questionsAs(choices, 0, shown) }}
				onChange={change}
			/>
			{choices.targets.some(({ part }) => part !== null) && (
				<PartTargets
					targets={choices.targets}
					devices={devices}
					stateOf={() => "3 new readings"}
					onDevice={(index, deviceId) =>
						change({
							...choices,
							targets: choices.targets.map((target, at) => (at === index ? { ...target, deviceId } : target)),
						})
					}
				/>
			)}
		</>
	);
}

async function ask(...questions: ImportQuestion[]) {
	const onChoices = vi.fn<(choices: FileChoices) => void>();
	await show(<SessionRequest questions={questions} onChoices={onChoices} />);
	return { choices: () => onChoices.mock.lastCall?.[0] };
}

const radio = (name: string | RegExp) => page.getByRole("radio", { name });
const at = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);

describe("a question about a file", () => {
	test("writes out both dates of the order of a date, chooses none by itself, and takes a choice by keyboard", async () => {
		const { choices } = await ask({
			kind: "date-order",
			isAnswered: false,
			line: 2,
			text: "04.08.21",
			orders: [
				{ dateOrder: "month-first", firstWallAt: at(2021, 4, 8) },
				{ dateOrder: "day-first", firstWallAt: at(2021, 8, 4) },
			],
		});
		const group = page.getByRole("radiogroup", { name: "Line 2: 04.08.21 is April 8, 2021 or August 4, 2021?" });
		await expect.element(group).toBeVisible();
		for (const option of group.getByRole("radio").elements()) expect(option).not.toBeChecked();
		await userEvent.tab();
		await expect.element(radio("April 8, 2021 (month first)")).toHaveFocus();
		await userEvent.keyboard("{ArrowDown}");
		await expect.element(radio("August 4, 2021 (day first)")).toBeChecked();
		expect(choices()).toMatchObject({ format: { dateOrder: "day-first" }, answered: ["date-order"] });
	});

	test("shows a line of the file in each encoding, and begins anew with the chosen one", async () => {
		const { choices } = await ask({
			kind: "encoding",
			isAnswered: false,
			line: 1,
			candidates: [
				{ encoding: "shift_jis", text: "日時,温度" },
				{ encoding: "gbk", text: "擔帪,壏搙" },
			],
		});
		await expect.element(radio("日時,温度")).not.toBeChecked();
		await expect.element(radio("擔帪,壏搙")).toHaveAccessibleDescription("Chinese, simplified (GBK)");
		await radio("日時,温度").click();
		await expect.element(radio("日時,温度")).toBeChecked();
		expect(choices()).toMatchObject({ format: null, encoding: "shift_jis", answered: ["encoding"] });
	});

	test("takes a usual time of day or another one", async () => {
		const { choices } = await ask({
			kind: "clock",
			isAnswered: false,
			line: 2,
			text: "2021-04-08",
			rows: 12,
			proposedMinutes: null,
		});
		await radio("12:00").click();
		expect(choices()).toMatchObject({ format: { clockMinutes: 720 }, answered: ["clock"] });
		await radio("Another time").click();
		await page.getByLabelText("Time of day").fill("07:30");
		expect(choices()).toMatchObject({ format: { clockMinutes: 450 } });
		await expect.element(radio("Another time")).toBeChecked();
	});

	test("converts a unit only when that is chosen, and gives the column up as well", async () => {
		const columns = [
			{
				column: 1,
				channelId: air.id,
				columnUnit: "°F",
				channelUnit: "°C",
				canConvert: true,
				isOther: false,
				answer: null,
			},
		];
		const { choices } = await ask({ kind: "units", isAnswered: false, columns });
		const group = page.getByRole("radiogroup", { name: "Temp is in °F, and Air in °C. What is to be done?" });
		await expect.element(group.getByRole("radio", { name: "Convert °F into °C" })).not.toBeChecked();
		expect(radio(/already/).query()).toBeNull();
		await radio("Convert °F into °C").click();
		expect(choices()?.targets[0]?.columns).toEqual([{ column: 1, channelId: air.id, unit: "convert" }]);
		await radio("Ignore this column").click();
		expect(choices()?.targets[0]?.columns).toEqual([]);
	});

	test("offers to ignore a column alone whose unit above the table measures something else", async () => {
		const column = {
			column: 1,
			channelId: air.id,
			columnUnit: "kPa",
			channelUnit: "",
			canConvert: false,
			answer: null,
		};
		const { choices } = await ask({ kind: "units", isAnswered: false, columns: [{ ...column, isOther: true }] });
		const group = page.getByRole("radiogroup", { name: "Temp is in kPa, and Air in no unit. What is to be done?" });
		await expect.element(group).toHaveAccessibleDescription(/measure different things. Choose another channel/);
		expect(group.getByRole("radio").elements().length).toBe(1);
		await radio("Ignore this column").click();
		expect(choices()?.targets[0]?.columns).toEqual([]);
	});

	test("keeps winter time all year for an hour that the zone skips, or leaves its rows out", async () => {
		const { choices } = await ask({
			kind: "skipped-hour",
			isAnswered: false,
			line: 4,
			wallAt: Date.UTC(2025, 2, 30, 2),
			rows: 2,
			zone: "UTC",
			fixed: "device:120:2",
		});
		const name = /^Line 4: March 30, 2025, 02:00 cannot exist in UTC, where the clock skips that hour/;
		const group = page.getByRole("radiogroup", { name });
		for (const option of group.getByRole("radio").elements()) expect(option).not.toBeChecked();
		const winter = radio("Winter time all year, UTC+02:00");
		await winter.click();
		await expect.element(winter).toBeChecked();
		expect(choices()).toMatchObject({ format: { zone: "device:120:2" }, answered: ["zone"] });
		await expect.element(page.getByRole("heading", { name: "Answered about this file" })).toBeVisible();
		const leaving = radio(/: leave out 2 rows$/);
		await leaving.click();
		await expect.element(leaving).toBeChecked();
		expect(choices()).toMatchObject({ format: { zone: "UTC" }, answered: ["zone", "skipped-hour"] });
	});

	test("says where numbers without a value stand, proposes, and waits to be confirmed", async () => {
		const place = { column: 1, line: 3, isDeclared: false };
		const { choices } = await ask({
			kind: "no-values",
			isAnswered: false,
			values: [
				{ ...place, value: -888.88, count: 12 },
				{ ...place, value: -200, count: 1, line: 9 },
			],
		});
		const group = page.getByRole("radiogroup", {
			name: "−888.88 stands 12 times in Temp, first in line 3: no value, or a reading?",
		});
		await expect.element(group.getByRole("radio", { name: "No value: left out" })).toBeChecked();
		const other = page.getByRole("radiogroup", { name: /^−200 stands 1 time in Temp, first in line 9/ });
		await other.getByRole("radio", { name: "A reading" }).click();
		expect(choices()).toMatchObject({ readings: [-200], targets: [{ isNoValuesAnswered: false }] });
		await page.getByRole("button", { name: "Confirm these 2" }).click();
		expect(choices()).toMatchObject({
			format: { noValues: [-888.88] },
			readings: [-200],
			targets: [{ isNoValuesAnswered: true }],
		});
		await expect.element(page.getByRole("heading", { name: "Answered about this file" })).toBeVisible();
	});

	test("leads each part of several devices to a device of its name, and the others where they are led", async () => {
		const divideBy = { by: "columns" as const, columns: [2] };
		const parts = ["Archive 1", "Archive 2"].map((text) => ({ text, rows: 3 }));
		const { choices } = await ask({
			kind: "parts",
			isAnswered: false,
			candidates: [{ divideBy, name: "TRANSMITTER", parts }],
			twoValues: { column: 1, lines: [2, 3], values: [4.1, 4.9] },
		});
		await expect
			.element(page.getByText("Lines 2 and 3 have one time and two values: 4.1 and 4.9.", { exact: true }))
			.toBeVisible();
		await radio("By TRANSMITTER: each of these 2 has readings of its own").click();
		expect(choices()).toMatchObject({
			format: { divideBy },
			answered: ["parts"],
			targets: [
				{ part: "Archive 1", deviceId: null },
				{ part: "Archive 2", deviceId: id("dev", 2) },
			],
		});
		await expect.element(page.getByText("1 import, one for each part that has a device.")).toBeVisible();
		await page.getByRole("combobox", { name: "Device for Archive 1" }).click();
		await page.getByRole("option", { name: "Cooler" }).click();
		expect(choices()?.targets[0]).toMatchObject({ deviceId: device.id });
		await radio("All rows are of Cooler").click();
		expect(choices()).toMatchObject({ format: { divideBy: null }, targets: [{ part: null, deviceId: device.id }] });
	});

	test("stays within a narrow window", async () => {
		await page.viewport(360, 740);
		try {
			await ask({
				kind: "time-column",
				isAnswered: false,
				candidates: [{ timeColumns: [0], name: "Measured_at_".repeat(12), sample: "2021-04-08 ".repeat(9) }],
			});
			await expect.element(radio(/Measured/)).toBeVisible();
			expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
		} finally {
			await page.viewport(1280, 800);
		}
	});
});

test("A way to write times shows what it gives, says what is wrong with it, and is taken by Enter", async () => {
	const onChange = vi.fn();
	await show(<TimePatternField value="" isBusy={false} onChange={onChange} />);
	const field = page.getByRole("textbox", { name: "How times are written" });
	await field.fill("dd.MM.");
	await userEvent.keyboard("{Enter}");
	await expect.element(page.getByText(/^Year, month and day in letters/)).toBeVisible();
	expect(onChange).not.toHaveBeenCalled();
	await field.fill("d. MMM yy 'um' h:mm a");
	await expect.element(page.getByText("5. Nov 26 um 2:07 PM", { exact: true })).toBeVisible();
	await userEvent.keyboard("{Enter}");
	expect(onChange).toHaveBeenCalledExactlyOnceWith("d. MMM yy 'um' h:mm a");
});

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
	fetched.mockReset();
	vi.stubGlobal("fetch", fetched);
	vi.stubGlobal("XMLHttpRequest", FetchedRequest);
	return () => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	};
});

/** A request that reports its progress, with the response of any other stub. */
class FetchedRequest {
	upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
	onload = () => {};
	onerror = () => {};
	onabort = () => {};
	onloadend = () => {};
	status = 200;
	statusText = "OK";
	responseText = "";
	address = "";
	open(_: string, address: string) {
		this.address = address;
	}
	setRequestHeader() {}
	send(body: FormData) {
		void fetched(this.address, { body })
			.then(async (response) => {
				this.responseText = await response.text();
				this.onload();
			}, this.onerror)
			.finally(() => this.onloadend());
	}
	abort() {
		this.onabort();
		this.onloadend();
	}
	getAllResponseHeaders = () => "content-type: application/json\r\n";
}

type Sent = { part: string; requestKey: string; answered?: string[] };

function sentOptions(): Sent[] {
	const forms = fetched.mock.calls.flatMap(([, init]) => (init?.body instanceof FormData ? [init.body] : []));
	return forms.map((form) => JSON.parse(String(form.get("options"))));
}

test("Keeps choices through an outage, and reads the preview again from there", async () => {
	const question = (isAnswered: boolean): ImportQuestion => ({
		kind: "date-order",
		isAnswered,
		line: 2,
		text: "04.08.21",
		orders: [
			{ dateOrder: "month-first", firstWallAt: at(2021, 4, 8) },
			{ dateOrder: "day-first", firstWallAt: at(2021, 8, 4) },
		],
	});
	let isOut = false;
	fetched.mockImplementation(async (url, init) => {
		if (!String(url).includes("previewImport")) {
			return Response.json([{ result: { data: { json: { id: device.id, channels: [air] } } } }]);
		}
		if (isOut) throw new TypeError("Failed to fetch");
		const { answered: returned = [] } = JSON.parse(String(init?.body instanceof FormData && init.body.get("options")));
		const questions = [question(returned.includes("date-order"))];
		return Response.json({ result: { data: { json: { ...preview, questions } } } });
	});
	const file = {
		file: new File(["x"], "a.csv"),
		device,
		devices,
		initial: noChoices(device.id),
		knownName: null,
		detected: { ...preview, questions: [question(false)] },
		nothingFound: null,
		onClose: () => {},
	};
	await show(<FileImport {...file} top={null} storedBar={null} />);
	await expect.element(page.getByText("Answer the open question first.")).toBeVisible();
	await expect.element(page.getByRole("button", { name: "Import 1 reading" })).toBeDisabled();
	isOut = true;
	await radio("August 4, 2021 (day first)").click();
	const again = page.getByRole("button", { name: "Try again" });
	await expect.element(again).toBeVisible();
	await expect.element(page.getByRole("alert").getByText(/^Can't reach AQLCloud/)).toBeVisible();
	await expect.element(radio("August 4, 2021 (day first)")).toBeChecked();
	isOut = false;
	await again.click();
	await expect.element(page.getByRole("button", { name: "Import 1 reading" })).toBeEnabled();
	await expect.element(radio("August 4, 2021 (day first)")).toBeChecked();
	expect(sentOptions().at(-1)).toMatchObject({ answered: ["date-order"] });
});

describe("a file of megabytes", () => {
	/** Holds what the page sends, and how much of it has left. */
	class HeldRequest extends FetchedRequest {
		static last: HeldRequest;
		constructor() {
			super();
			HeldRequest.last = this;
		}
		override send() {}
	}

	const file = new File([new Uint8Array(20_000_000)], "large.csv");
	const job: ImportJob = {
		key: "all",
		part: null,
		deviceName: "Cooler",
		readings: 500_000,
		options: { deviceId: device.id },
		file,
	};

	function Importing() {
		const [isOpen, setIsOpen] = useState(true);
		return (
			<>
				<button type="button" onClick={() => setIsOpen(false)}>
					Close
				</button>
				{isOpen ? <Run /> : <ImportsUnderWay />}
			</>
		);
	}

	function Run() {
		const { states, run } = useImportRun(() => {});
		const state = states.get("all");
		return (
			<>
				<button type="button" onClick={() => void run([job])}>
					Import
				</button>
				<SendingNote file={file} isImport />
				{state?.kind === "failed" && <p role="alert">{state.sentence}</p>}
			</>
		);
	}

	test("says how much of it has left, then that it is stored, and is found again once its dialog is closed", async () => {
		vi.stubGlobal("XMLHttpRequest", HeldRequest);
		await show(<Importing />);
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await expect.element(page.getByText("0 B of 20 MB")).toBeVisible();
		await expect.poll(() => HeldRequest.last?.upload.onprogress).toBeDefined();
		HeldRequest.last.upload.onprogress?.({ loaded: 5_000_250, total: 20_001_000 });
		await expect.element(page.getByRole("status")).toHaveTextContent("Sending large.csv.");
		await expect.element(page.getByText("5 MB of 20 MB")).toBeVisible();
		expect(isAskedBeforeLeaving()).toBe(true);
		await page.getByRole("button", { name: "Close" }).click();
		const underWay = page.getByRole("region", { name: "Imports under way" });
		await expect.element(underWay.getByText("5 MB of 20 MB")).toBeVisible();
		HeldRequest.last.upload.onprogress?.({ loaded: 20_001_000, total: 20_001_000 });
		await expect.element(page.getByRole("status")).toHaveTextContent("large.csv is sent. Storing its readings.");
		expect(isAskedBeforeLeaving()).toBe(false);
		HeldRequest.last.responseText = JSON.stringify({ result: { data: { json: { id: null } } } });
		HeldRequest.last.onload();
		HeldRequest.last.onloadend();
		await expect.element(underWay).not.toBeInTheDocument();
	});

	test("stops once nothing of it has moved for a minute, however long it takes, and is sent again as it stands", async () => {
		vi.stubGlobal("XMLHttpRequest", HeldRequest);
		await show(<Importing />);
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
		const press = () =>
			[...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Import")?.click();
		const before = HeldRequest.last;
		const note = () => document.querySelector("[role=status]")?.textContent;
		const alert = () => document.querySelector("[role=alert]")?.textContent;
		press();
		await rendered(() => HeldRequest.last !== before && HeldRequest.last.upload.onprogress !== undefined);
		const first = HeldRequest.last;
		for (let loaded = 1_000_000; loaded <= 5_000_000; loaded += 1_000_000) {
			await vi.advanceTimersByTimeAsync(50_000);
			await rendered(() => note() === "Sending large.csv. Nothing is being sent right now. It stops after a minute.");
			first.upload.onprogress?.({ loaded, total: 20_000_000 });
			await rendered(() => note() === "Sending large.csv.");
		}
		await vi.advanceTimersByTimeAsync(59_000);
		expect(alert()).toBeUndefined();
		await vi.advanceTimersByTimeAsync(1_000);
		await rendered(() => alert()?.startsWith("Sending the file stopped: nothing moved for a minute.") === true);
		expect(note()).toBeUndefined();
		press();
		await rendered(() => HeldRequest.last !== first && note() === "Sending large.csv.");
		expect(alert()).toBeUndefined();
		HeldRequest.last.responseText = JSON.stringify({ result: { data: { json: { id: null } } } });
		HeldRequest.last.onload();
		HeldRequest.last.onloadend();
		await rendered(() => note() === undefined && alert() === undefined);
	});

	function isAskedBeforeLeaving(): boolean {
		return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
	}
});

describe("the imports of a file's parts", () => {
	const file = new File(["x"], "three.csv");
	const jobs = ["Archive 1", "Archive 2", "Archive 3"].map(
		(part): ImportJob => ({
			key: part,
			part,
			deviceName: "Cooler",
			readings: 58,
			options: { deviceId: device.id, part },
			file,
		}),
	);
	const made: MadeImport = {
		id: id("imp", 1),
		deviceId: device.id,
		fileName: "three.csv",
		accepted: 58,
		duplicates: 0,
		replaced: 0,
		rejected: 0,
		from: null,
		to: null,
		createdAt: new Date(0),
		createdBy: "Ann",
		settlesAt: new Date(0),
		undoneAt: null,
		undone: null,
		batchId: null,
	};

	function Importing({ jobs }: { jobs: ImportJob[] }) {
		const { states, isRunning, run, stop } = useImportRun(() => {});
		return (
			<>
				<button type="button" onClick={() => void run(jobs)}>
					Import
				</button>
				<button type="button" onClick={stop}>
					Stop
				</button>
				<output>{isRunning ? progressText(jobs, states) : "idle"}</output>
				<ImportResults jobs={jobs} states={states} />
			</>
		);
	}

	test("say how many readings and parts of all are done", () => {
		const states = new Map<string, JobState>([
			["Archive 1", { kind: "done", made }],
			["Archive 2", { kind: "failed", sentence: "" }],
		]);
		expect(progressText(jobs, states)).toBe("Importing: 58 of 174 readings, 1 of 3 parts.");
		expect(progressText(jobs.slice(0, 1), new Map())).toBe("Importing 58 readings.");
	});

	test("runs one by one, by one press; one that fails in the middle is tried again alone, by the same key", async () => {
		let isOut = true;
		fetched.mockImplementation(async (_, init) => {
			const { part } = JSON.parse(String(init?.body instanceof FormData && init.body.get("options")));
			if (part === "Archive 2" && isOut) throw new TypeError("Failed to fetch");
			const nothing = { ...made, id: null, accepted: 0, duplicates: 58 };
			return Response.json({ result: { data: { json: part === "Archive 3" ? nothing : made } } });
		});
		await show(<Importing jobs={jobs} />);
		const button = page.getByRole("button", { name: "Import", exact: true });
		const pressed = button.element() as HTMLButtonElement; // of this role it is one
		pressed.click();
		pressed.click();
		await expect.element(page.getByText("idle")).toBeVisible();
		await expect.element(page.getByText("58 readings imported.")).toBeVisible();
		await expect.element(page.getByText("Nothing new: all 58 readings were there already.")).toBeVisible();
		await expect.element(page.getByText("Not imported")).toBeVisible();
		expect(sentOptions().map(({ part }) => part)).toEqual(["Archive 1", "Archive 2", "Archive 3"]);
		isOut = false;
		await button.click();
		await expect.poll(() => page.getByText("58 readings imported.").elements().length).toBe(2);
		const sent = sentOptions();
		expect(sent.map(({ part }) => part)).toEqual(["Archive 1", "Archive 2", "Archive 3", "Archive 2"]);
		expect(sent[3]?.requestKey).toBe(sent[1]?.requestKey);
		expect(new Set(sent.map(({ requestKey }) => requestKey)).size).toBe(3);
	});

	test("holds a batch while the backend cannot be reached, then goes on by itself with the same key", async () => {
		let isOut = true;
		fetched.mockImplementation(async () => {
			if (isOut) throw new TypeError("Failed to fetch");
			return Response.json({ result: { data: { json: made } } });
		});
		const batch = jobs.map((job) => ({ ...job, options: { ...job.options, batchId: crypto.randomUUID() } }));
		await show(<Importing jobs={batch} />);
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await expect.element(page.getByText(/^Waiting for AQLCloud/)).toBeVisible();
		expect(sentOptions().map(({ part }) => part)).toEqual(["Archive 1"]);
		expect(!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
		isOut = false;
		connection.reached();
		await expect.element(page.getByText("idle")).toBeVisible();
		expect(page.getByText("58 readings imported.").elements()).toHaveLength(3);
		const sent = sentOptions();
		expect(sent.map(({ part }) => part)).toEqual(["Archive 1", "Archive 1", "Archive 2", "Archive 3"]);
		expect(sent[1]?.requestKey).toBe(sent[0]?.requestKey);
	});

	test("stops a held batch on request, and leaves what was not begun", async () => {
		fetched.mockRejectedValue(new TypeError("Failed to fetch"));
		const batch = jobs.map((job) => ({ ...job, options: { ...job.options, batchId: crypto.randomUUID() } }));
		await show(<Importing jobs={batch} />);
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await expect.element(page.getByText(/^Waiting for AQLCloud/)).toBeVisible();
		await page.getByRole("button", { name: "Stop" }).click();
		await expect.element(page.getByText("idle")).toBeVisible();
		await expect.element(page.getByText("Not imported")).toBeVisible();
		expect(fetched).toHaveBeenCalledOnce();
	});
});
