import { afterEach, describe, it, vi } from "vitest";
import { type AccountCall, logPages } from "../../../backend/export/account-call";
import { exportBody } from "../../../backend/export/export-body";
import { CallDeniedError } from "../../../backend/export/export-denial";
import type { GetLogs, LogPage } from "../../../shared/log/log";
import { ExportFormat, type LogExport } from "../../../shared/log/log-export";
import { emptyPage, exportHead, freezerAir } from "../fixtures/export-pages";

const pages = 12;
const readingsPerPage = 1_000;
const query = (format: ExportFormat): LogExport => ({
	rangeType: "hour",
	offset: 0,
	format,
	form: "long",
	clock: "zone",
});

function longLog(failing: (page: number) => void = () => {}) {
	let requested = 0;
	const call: AccountCall = async (_, input) => {
		requested += 1;
		const { cursor = "0" } = input as GetLogs; // the export's input of a page
		const page = Number(cursor);
		failing(page);
		const first = exportHead.from + page * readingsPerPage * 1000;
		const readingAt = Array.from({ length: readingsPerPage }, (_, index) => first + index * 1000);
		const value = readingAt.map((at) => Math.sin(at));
		const readings = { readingAt, receivedAt: readingAt, channel: readingAt.map(() => 0), value };
		const nextCursor = page + 1 < pages ? String(page + 1) : null;
		return { ...emptyPage, channels: [freezerAir], readings, nextCursor } satisfies LogPage;
	};
	return { call, requested: () => requested };
}

function bodyOf(format: ExportFormat, call: AccountCall) {
	const failures: unknown[] = [];
	const onFailure = (error: unknown) => void failures.push(error);
	const body = exportBody({ call, query: query(format), head: exportHead, now: exportHead.from, onFailure });
	return { reader: body.getReader(), failures };
}

async function flushTasks(): Promise<void> {
	for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

afterEach(() => void vi.useRealTimers());

describe.for(ExportFormat.options)("an export as %s", (format) => {
	it("requests no page before its reader needs one", async ({ expect }) => {
		const { call, requested } = longLog();
		const { reader } = bodyOf(format, call);
		await flushTasks();
		expect(requested()).toBe(0);
		for (let pieces = 1; pieces <= 4; pieces += 1) {
			expect((await reader.read()).done).toBe(false);
			await flushTasks();
			expect(requested()).toBeLessThanOrEqual(pieces);
		}
		while (!(await reader.read()).done);
		expect(requested()).toBe(pages);
	});

	it("requests no further page once its reader has left", async ({ expect }) => {
		const { call, requested } = longLog();
		const { reader, failures } = bodyOf(format, call);
		for (let pieces = 0; pieces < 3; pieces += 1) await reader.read();
		const before = requested();
		await reader.cancel();
		await flushTasks();
		expect([requested(), failures]).toEqual([before, []]);
	});

	it("breaks where a page cannot be had, and never ends as if it were whole", async ({ expect }) => {
		const denial = new CallDeniedError({ reason: "NO_ACCESS" });
		const { call, requested } = longLog((page) => {
			if (page === 2) throw denial;
		});
		const { reader, failures } = bodyOf(format, call);
		const read = async () => {
			while (!(await reader.read()).done);
		};
		await expect(read()).rejects.toMatchObject({ name: "CallRefusedError" });
		expect([requested(), failures]).toEqual([3, [denial]]);
	});
});

describe("a page that fails", () => {
	const failing = (times: number) => {
		let failures = 0;
		return longLog((page) => {
			if (page !== 1 || failures >= times) return;
			failures += 1;
			throw new Error("Durable Object reset");
		});
	};
	const count = async (call: AccountCall) => {
		let seen = 0;
		for await (const _ of logPages(call, { rangeType: "hour", offset: 0 })) seen += 1;
		return seen;
	};

	it("tries the page twice more", async ({ expect }) => {
		vi.useFakeTimers({ toFake: ["setTimeout"] });
		const { call, requested } = failing(2);
		const counted = count(call);
		await vi.runAllTimersAsync();
		expect([await counted, requested()]).toEqual([pages, pages + 2]);
	});

	it("ends the file at the third failure", async ({ expect }) => {
		vi.useFakeTimers({ toFake: ["setTimeout"] });
		const { call, requested } = failing(3);
		const counted = expect(count(call)).rejects.toThrow("reset");
		await vi.runAllTimersAsync();
		await counted;
		expect(requested()).toBe(4);
	});
});
