import { toast } from "sonner";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { manyThings, showThings, type Thing } from "./thing-list";

type Page = { rows: Thing[]; nextCursor: string | null };

const exportButton = () => page.getByRole("button", { name: "Export CSV" });

function savedTexts(): Promise<string>[] {
	const texts: Promise<string>[] = [];
	const create = URL.createObjectURL;
	vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
		if (blob instanceof Blob) texts.push(blob.text());
		return create.call(URL, blob);
	});
	vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
	return texts;
}

/** A list of three pages; each arrives when it is released. */
async function showPages(rows: Thing[], at = "/") {
	const waiting: { cursor: string | undefined; answer: (page: Page) => void; fail: (error: unknown) => void }[] = [];
	const read = (cursor: string | undefined) =>
		new Promise<Page>((respond, fail) => waiting.push({ cursor, answer: respond, fail }));
	await showThings(rows.slice(0, 2), { at, onOlder: () => {}, pages: { read, sentenceFor: () => "It is away." } });
	const next = async () => {
		await expect.poll(() => waiting.length).toBe(1);
		const [wanted] = waiting.splice(0);
		if (!wanted) throw new Error("No page is asked for");
		return wanted;
	};
	const respondNext = async () => {
		const { cursor, answer: respond } = await next();
		const from = Number(cursor ?? 0);
		respond({ rows: rows.slice(from, from + 2), nextCursor: from + 2 < rows.length ? String(from + 2) : null });
	};
	return { next, answerNext: respondNext, waiting };
}

test("the export of a list that comes by pages holds every page, filtered and sorted as the list is", async () => {
	const texts = savedTexts();
	const rows = manyThings(6);
	const { answerNext: respondNext } = await showPages(rows, "/?sort=-size&q=thing");
	await exportButton().click();
	await respondNext();
	await expect.element(page.getByText(/2 things read/)).toBeVisible();
	await respondNext();
	await respondNext();
	await expect.element(exportButton()).toBeVisible();
	const lines = ((await texts[0]) ?? "").trim().split("\r\n");
	expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(rows.map(({ name }) => name).reverse());
});

test("an export that is cancelled, or whose page fails, writes nothing", async () => {
	const texts = savedTexts();
	const { answerNext: respondNext, next, waiting } = await showPages(manyThings(6));
	await exportButton().click();
	await respondNext();
	await page.getByRole("button", { name: /Cancel export/ }).click();
	await respondNext();
	await expect.element(exportButton()).toBeVisible();
	await exportButton().click();
	(await next()).fail(new Error("away"));
	await expect.element(exportButton()).toBeVisible();
	expect(toast.getToasts().map((each) => Reflect.get(each, "title"))).toEqual(["Nothing was exported. It is away."]);
	expect(waiting).toEqual([]);
	expect(texts).toEqual([]);
});
