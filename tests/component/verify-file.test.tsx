import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page as browser, type Locator, userEvent } from "vitest/browser";
import { VerifyFile } from "../../client/features/verify/verify-file";
import type { VerifiedFile } from "../../shared/report/verify-file";
import { show } from "./show";

/** SHA-256 of `abc`: FIPS 180-2, appendix B.1. */
const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const file = new File(["abc"], "Месяц №1.pdf", { type: "application/pdf" });
const known: VerifiedFile = {
	companyName: "Northwind Cold Chain",
	productName: "Northwind Watch",
	kind: "report",
	madeAt: Date.UTC(2026, 10, 1, 6, 30),
	revisedAt: null,
	signedAt: null,
};

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
	fetched.mockReset();
	vi.stubGlobal("fetch", fetched);
});
const respond = (result: VerifiedFile | null) =>
	fetched.mockImplementation(async () => Response.json({ file: result }));

const toneOf = async (heading: Locator) => heading.element().closest<HTMLElement>("[data-tone]")?.dataset.tone;

async function showPage(printed = "") {
	const screen = await show(<VerifyFile printed={printed} />);
	return { screen, choose: () => userEvent.upload(screen.getByLabelText("File to check"), file) };
}

test("a file is recognised by its checksum, which alone leaves the device", async () => {
	respond(known);
	const { screen, choose } = await showPage();
	await choose();
	const sentence =
		/This is byte for byte the report file that Northwind Watch made for Northwind Cold Chain on 2026-11-01, 06:30 UTC\./;
	await expect.element(screen.getByText(sentence)).toBeInTheDocument();
	await expect.element(screen.getByText("Report file", { exact: true })).toBeVisible();
	expect(await toneOf(screen.getByRole("heading", { name: "Unchanged" }))).toBe("ok");
	await expect.element(screen.getByText(new RegExp(sha256))).toBeInTheDocument();
	expect(fetched.mock.calls).toEqual([[`/api/verify?sha256=${sha256}`, { credentials: "omit" }]]);
});

test("says what came since: later data, and signatures", async () => {
	respond({ ...known, kind: "edition", revisedAt: Date.UTC(2026, 10, 3), signedAt: Date.UTC(2026, 10, 2, 9, 5) });
	const { screen, choose } = await showPage();
	await choose();
	await expect.element(screen.getByText(/the signed copy that Northwind Watch made/)).toBeInTheDocument();
	await expect.element(screen.getByText(/Signed since, last on 2026-11-02, 09:05 UTC\./)).toBeInTheDocument();
	await expect
		.element(screen.getByText(/more data of its period arrived by 2026-11-03, 00:00 UTC\./))
		.toBeInTheDocument();
});

test("looks up the checksum of a code on paper at once, and says what its page says", async () => {
	const report = {
		reportName: "Monthly compliance",
		periodText: "1 Oct 2026 to 31 Oct 2026, whole days of UTC",
		sentence: "4 of 5 within limits, 1 excursion of 2 h 10 min",
		runId: "run_01JDPX5Z3M8Q4V7T2B6N9K0WRE",
	};
	respond({ ...known, kind: "printed", printed: report, revisedAt: Date.UTC(2026, 10, 3) });
	const { screen } = await showPage(sha256);
	await expect.element(screen.getByText("Printed report of Northwind Cold Chain")).toBeInTheDocument();
	for (const text of Object.values(report)) await expect.element(screen.getByText(text)).toBeInTheDocument();
	await expect.element(screen.getByText(/If your paper says anything else/)).toBeInTheDocument();
	await expect.element(screen.getByText(/more data of its period arrived/)).toBeInTheDocument();
	expect(fetched.mock.calls).toEqual([[`/api/verify?sha256=${sha256}`, { credentials: "omit" }]]);
});

test("sends nothing for an address that ends with anything else", async () => {
	const { screen } = await showPage("main-content");
	await expect.element(screen.getByRole("heading", { name: "Check a file" })).toBeInTheDocument();
	expect(fetched).not.toHaveBeenCalled();
});

test("an unknown file is no accusation: what it can mean is said", async () => {
	respond(null);
	const { screen, choose } = await showPage();
	await choose();
	await expect.element(screen.getByRole("heading", { name: "Changed, or not made here" })).toBeInTheDocument();
	expect(await toneOf(screen.getByRole("heading", { name: "Changed, or not made here" }))).toBe("bad");
	await expect.element(screen.getByText(/even if it was only opened and saved again/)).toBeInTheDocument();
});

test("an outage says nothing about the file, and is tried again by a button", async () => {
	fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
	const { screen, choose } = await showPage();
	await choose();
	await expect.element(screen.getByText(/This says nothing about the file\./)).toBeInTheDocument();
	fetched.mockResolvedValueOnce(new Response("<html>", { status: 429 }));
	await userEvent.click(screen.getByRole("button", { name: "Try again" }));
	await expect.element(screen.getByText(/Wait a minute and try again\./)).toBeInTheDocument();
	respond(known);
	await userEvent.click(screen.getByRole("button", { name: "Try again" }));
	await expect.element(screen.getByRole("heading", { name: "Unchanged" })).toBeInTheDocument();
});

test("takes a checksum as programs print it, by the keyboard, and shows a bad one at its field", async () => {
	respond(known);
	const { screen } = await showPage();
	const field = screen.getByLabelText("Or its checksum (SHA-256)");
	await userEvent.fill(field, sha256.slice(1));
	await userEvent.keyboard("{Enter}");
	await expect.element(field).toHaveAccessibleDescription(/64 digits/);
	expect(fetched).not.toHaveBeenCalled();
	for (const printed of [`${sha256.toUpperCase()}  month.pdf`, `${sha256} *month.pdf`, ` ${sha256}\n`]) {
		fetched.mockClear();
		await userEvent.fill(field, printed.trim());
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => fetched.mock.calls.map(([url]) => url)).toEqual([`/api/verify?sha256=${sha256}`]);
	}
});

test("fits a phone, however long the name of the file", async () => {
	await browser.viewport(360, 740);
	onTestFinished(() => browser.viewport(1280, 800));
	respond(known);
	const { screen } = await showPage();
	await userEvent.upload(screen.getByLabelText("File to check"), new File(["abc"], `${"long-name_".repeat(20)}.pdf`));
	await expect.element(screen.getByRole("heading", { name: "Unchanged" })).toBeVisible();
	const place = screen.container.firstElementChild;
	expect([place?.scrollWidth, document.documentElement.scrollWidth]).toEqual([place?.clientWidth, 360]);
});
