import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { limits } from "../../shared/limits";
import { call, makeDevices, openImport, openList, runInBulk, selectAll, wholeDevice } from "./device-fleet";
import { addLogger, send } from "./device-logger";
import { ask, removeGroups } from "./group-calls";
import { createNewOwner, type NewPerson, signInAs } from "./identity/new-person";
import { hasFocus, holdsFocus, press, write } from "./keys";
import { runOnRow } from "./list-by-keys";
import { product } from "./this-product";
import { signIn, test, withoutHints } from "./visitor";

const signInElsewhere = "Sign in in another tab to go on.";
const signedOut = "You are signed out. Sign in in another tab to go on.";
const sessionEnded = "Your session has ended. Sign in in another tab to go on.";

/** Above the buttons, once, and with the focus on it: whoever listens hears it. */
async function expectSentence(within: Locator, sentence: string): Promise<void> {
	const said = within.getByRole("alert").getByText(sentence, { exact: true });
	await hasFocus(said);
	await expect.poll(() => said.count()).toBe(1);
}

/** Somebody of a browser elsewhere ends every session of theirs but that one. */
async function endElsewhere(elsewhere: BrowserContext, person: NewPerson): Promise<void> {
	await signInAs(elsewhere, person);
	await call(elsewhere, "session.endOtherSessions", undefined);
}

type EndedForm = {
	what: string;
	/** Opens it for the first device of a name and fills it; by keyboard, as all that follows. */
	open: (page: Page, of: { id: string; name: string }) => Promise<Locator>;
	apply: string;
	/** What was typed stands there still. */
	kept: (form: Locator) => Promise<unknown>;
};

const isTyped = (field: Locator, text: string) => expect.poll(() => field.inputValue()).toBe(text);

const endedForms: EndedForm[] = [
	{
		what: "a device's new name",
		open: async (page, { name }) => {
			await openList(page, name.replace(/ 1$/, ""));
			await runOnRow(page, name, "Rename…");
			const dialog = page.getByRole("dialog");
			await write(dialog.getByRole("textbox", { name: "Name" }), "Renamed after the end");
			return dialog;
		},
		apply: "Rename device",
		kept: (dialog) => isTyped(dialog.getByRole("textbox", { name: "Name" }), "Renamed after the end"),
	},
	{
		what: "a deletion that is typed",
		open: async (page, { name }) => {
			await openList(page, name.replace(/ 1$/, ""));
			await runOnRow(page, name, "Delete…");
			const dialog = page.getByRole("dialog");
			await dialog.getByText(/^0 readings/).waitFor();
			await write(dialog.getByRole("textbox"), name);
			return dialog;
		},
		apply: "Delete device",
		kept: (dialog) => isTyped(dialog.getByRole("textbox"), "Ended a deletion that is typed 1"),
	},
	{
		what: "a replaced key",
		open: async (page, { id }) => {
			await page.goto(`/devices/${id}?tab=settings`);
			await press(page.getByRole("button", { name: "Replace key", exact: true }));
			await holdsFocus(page.getByRole("dialog"));
			return page.getByRole("dialog");
		},
		apply: "Replace key",
		kept: (dialog) => dialog.getByRole("combobox", { name: "The key in use now" }).waitFor(),
	},
	{
		what: "a note",
		open: async (page, { id }) => {
			await page.goto(`/devices/${id}`);
			await press(page.getByRole("button", { name: "Add note", exact: true }));
			const dialog = page.getByRole("dialog", { name: "Add note" });
			await write(dialog.getByRole("textbox", { name: "Note" }), "Door left open");
			return dialog;
		},
		apply: "Add note",
		kept: (dialog) => isTyped(dialog.getByRole("textbox", { name: "Note" }), "Door left open"),
	},
	{
		what: "a calibration",
		open: async (page, { id }) => {
			await page.goto(`/devices/${id}?tab=settings`);
			await press(page.getByRole("button", { name: "Calibrate Temperature", exact: true }));
			const dialog = page.getByRole("dialog", { name: "Calibrate Temperature" });
			await write(dialog.getByRole("textbox", { name: "It reads, °C" }), "4");
			await write(dialog.getByRole("textbox", { name: "It should read, °C" }), "5");
			return dialog;
		},
		apply: "Save calibration",
		kept: (dialog) => isTyped(dialog.getByRole("textbox", { name: "It should read, °C" }), "5"),
	},
	{
		what: "a new device",
		open: async (page) => {
			await page.goto("/devices?add=yes");
			const dialog = page.getByRole("dialog", { name: "Add device" });
			await write(dialog.getByRole("textbox", { name: "Name", exact: true }).first(), "Added after the end");
			return dialog;
		},
		apply: "Add device",
		kept: (dialog) =>
			isTyped(dialog.getByRole("textbox", { name: "Name", exact: true }).first(), "Added after the end"),
	},
];

describe("where the session ends in the middle of it", () => {
	test("a bulk change keeps what was typed, and is done after a sign-in in another tab", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Interrupted probe", 2);
		await openList(page, "Interrupted probe");
		await selectAll(page);
		await runInBulk(page, "Tags of 2 devices");
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("combobox", { name: "Add" }).or(dialog.getByLabel("Add")).first().fill("kept");
		await page.keyboard.press("Enter");
		await context.clearCookies();
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await dialog.getByRole("alert").getByText(signInElsewhere).waitFor();
		await dialog.getByText("kept", { exact: true }).waitFor();
		await signIn(context, "owner");
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await dialog.waitFor({ state: "hidden" });
		expect(await wholeDevice(context, id)).toMatchObject({ tags: ["kept"] });
	});

	test.for(endedForms)(
		"$what keeps what was typed, and is done after a sign-in in another tab",
		async (form, { page, context, complaints }) => {
			complaints.allow(/401/);
			await signIn(context, "owner");
			const word = `Ended ${form.what}`;
			const [id = ""] = await makeDevices(context, word, 1);
			const opened = await form.open(page, { id, name: `${word} 1` });
			const address = page.url();
			const apply = opened.getByRole("button", { name: form.apply, exact: true });
			await context.clearCookies();
			await press(apply);
			await expectSentence(opened, signedOut);
			await form.kept(opened);
			expect(page.url()).toBe(address);
			await signIn(context, "owner");
			await press(apply);
			await opened.getByText(signedOut).waitFor({ state: "hidden" });
			await apply.waitFor({ state: "hidden" });
		},
	);

	test("what is typed stays without a question where a call in the background finds it out", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Ended behind a note");
		await page.goto(`/devices/${logger.id}`);
		await page.getByRole("status").getByText("Live").waitFor();
		await press(page.getByRole("button", { name: "Add note", exact: true }));
		const dialog = page.getByRole("dialog", { name: "Add note" });
		const note = dialog.getByRole("textbox", { name: "Note" });
		await write(note, "Typed before the end");
		await context.clearCookies();
		// The page hears of it and asks for the device again.
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		const told = page.getByRole("region", { name: /^Notifications/, includeHidden: true }).getByText(signedOut);
		await told.waitFor();
		await hasFocus(note);
		await isTyped(note, "Typed before the end");
		expect(await page.getByRole("alertdialog", { includeHidden: true }).count()).toBe(0);
		await signIn(context, "owner");
		await press(dialog.getByRole("button", { name: "Add note", exact: true }));
		await dialog.waitFor({ state: "hidden" });
		await told.waitFor({ state: "detached" });
	});

	test("a group's form keeps what was typed, and makes the group after a sign-in in another tab", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await signIn(context, "owner");
		await page.goto("/groups/new/");
		const form = page.getByRole("form", { name: "New group" });
		const name = form.getByRole("textbox", { name: "Name", exact: true });
		await write(name, "Grouped after the end");
		await context.clearCookies();
		await press(form.getByRole("button", { name: "Create group" }));
		await expectSentence(form, signedOut);
		await expect.poll(() => name.inputValue()).toBe("Grouped after the end");
		await signIn(context, "owner");
		const groups = await ask<{ name: string }[]>(page, "group.getGroups");
		expect(groups.some((group) => group.name === "Grouped after the end")).toBe(false);
		await press(form.getByRole("button", { name: "Create group" }));
		await page.getByRole("heading", { level: 1, name: "Grouped after the end" }).waitFor();
		await removeGroups(page, "Grouped after the end");
	});

	test("a form says that the session was ended, then that one is signed out", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/401/);
		// Told of the end by that line, the screen would leave before anybody saves.
		await withoutHints(page);
		const person = await createNewOwner(context);
		const { id } = await addLogger(context, "Ended elsewhere");
		await page.goto(`/devices/${id}?tab=settings`);
		const form = page.getByRole("form", { name: "Settings" });
		const site = form.getByRole("textbox", { name: "Site" });
		const save = form.getByRole("button", { name: "Save", exact: true });
		await write(site, "Typed before the end");
		const elsewhere = await browser.newContext({ baseURL: product.origin });
		await endElsewhere(elsewhere, person);
		for (const sentence of [sessionEnded, signedOut]) {
			await press(save);
			await expectSentence(form, sentence);
			await expect.poll(() => site.inputValue()).toBe("Typed before the end");
		}
		expect(await wholeDevice(elsewhere, id)).toMatchObject({ version: 1 });
		await elsewhere.close();
		await signInAs(context, person);
		await press(save);
		await page.getByText("Saved.", { exact: true }).waitFor();
		expect(await wholeDevice(context, id)).toMatchObject({ version: 2, site: "Typed before the end" });
	});

	test("an import of devices keeps the keys it has, and goes on", async ({ page, context, complaints }) => {
		complaints.allow(/401/);
		const person = await createNewOwner(context);
		const first = limits.devicesPerCreation;
		const names = Array.from({ length: first + 5 }, (_, index) => `Resumed probe ${index + 1}`);
		const dialog = await openImport(page, `Name\n${names.join("\n")}\n`);
		await page.route(
			"**/api/proxy/device.createDevices**",
			async (route) => {
				const response = await route.fetch();
				await context.clearCookies();
				return route.fulfill({ response });
			},
			{ times: 1 },
		);
		await dialog.getByRole("button", { name: `Add ${names.length} devices` }).click();
		await dialog.getByText(signInElsewhere).waitFor();
		await dialog.getByRole("heading", { name: `${first} devices added` }).waitFor();
		await dialog.getByRole("button", { name: `Download ${first} keys` }).waitFor();
		await signInAs(context, person);
		// A toast of a call in the background stays for as long as the pointer rests on it, over this button.
		await page.mouse.move(0, 0);
		await dialog.getByRole("button", { name: "Go on with 5 devices" }).click();
		await dialog.getByRole("heading", { name: `${names.length} devices added` }).waitFor();
		await dialog.getByRole("button", { name: `Download ${names.length} keys` }).waitFor();
	});
});
