import type { BrowserContext, Locator } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { limits } from "../../../shared/base/limits";
import { runOnRow } from "../device/list-by-keys";
import { call, makeDevices, openImport, openList, runInBulk, selectAll, wholeDevice } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { createNewOwner, type NewPerson, signInAs } from "../identity/new-person";
import { hasFocus, holdsFocus, press, write } from "../keys";
import {
	checkIsOld,
	holdCalls,
	mainLink,
	requestsDuring,
	returnToTab,
	signIn,
	signInByForm,
	test,
	withoutHints,
} from "../visitor";
import { newProfile } from "../warm-browser";

const signInElsewhere = "Sign in in another tab to continue.";
const signedOut = "You are signed out. Sign in in another tab to continue.";
const sessionEnded =
	"This session was ended from another device, by a new password, or by an administrator. Sign in in another tab to continue.";

/** The sentence stands once, above the buttons, with the focus on it, so that screen readers say it. */
async function expectSentence(within: Locator, sentence: string): Promise<void> {
	const said = within.getByRole("alert").getByText(sentence, { exact: true });
	await hasFocus(said);
	await expect.poll(() => said.count()).toBe(1);
}

const expectTyped = (field: Locator, text: string) => expect.poll(() => field.inputValue()).toBe(text);

type Session = { end: () => Promise<void>; goOn: () => Promise<void> };

/** The session of a test's own company, taken from the browser and restored as by another tab. */
async function ownSession(context: BrowserContext): Promise<Session> {
	await createNewOwner(context);
	const cookies = await context.cookies();
	return { end: () => context.clearCookies(), goOn: () => context.addCookies(cookies) };
}

type EndedForm = {
	form: Locator;
	apply: string;
	kept: () => Promise<unknown>;
};

/** Works by keyboard: notifications come and go over the buttons. */
async function applyOverEnd(session: Session, { form, apply, kept }: EndedForm): Promise<void> {
	const button = form.getByRole("button", { name: apply, exact: true });
	const address = form.page().url();
	await session.end();
	await press(button);
	await expectSentence(form, signedOut);
	await kept();
	expect(form.page().url()).toBe(address);
	await session.goOn();
	await press(button);
	await form.getByText(signedOut).waitFor({ state: "hidden" });
	await button.waitFor({ state: "hidden" });
}

/** Ends every session of the person but one, from another browser. */
async function endElsewhere(elsewhere: BrowserContext, person: NewPerson): Promise<void> {
	await signInAs(elsewhere, person);
	await call(elsewhere, "session.endOtherSessions", undefined);
}

describe("work that a session's end interrupts, and a sign-in in another tab completes", () => {
	test("keeps and completes work in the list of devices: a deletion that is typed, a bulk change, a new name", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await withoutHints(page);
		const session = await ownSession(context);
		const [id = ""] = await makeDevices(context, "Interrupted probe", 3);
		await openList(page, "Interrupted probe");
		const dialog = page.getByRole("dialog");
		const field = dialog.getByRole("textbox");

		await runOnRow(page, "Interrupted probe 3", "Delete…");
		await dialog.getByText(/^0 readings/).waitFor();
		await write(field, "Interrupted probe 3");
		await applyOverEnd(session, {
			form: dialog,
			apply: "Delete device",
			kept: () => expectTyped(field, "Interrupted probe 3"),
		});

		await page.getByRole("rowheader", { name: "Interrupted probe 3" }).waitFor({ state: "detached" });
		await selectAll(page);
		await runInBulk(page, "Edit tags of 2 devices");
		await write(dialog.getByRole("combobox", { name: "Add" }), "kept");
		await page.keyboard.press("Enter");
		await session.end();
		await Promise.all([page.waitForResponse((answer) => answer.status() === 401), returnToTab(page)]);
		await press(dialog.getByRole("button", { name: "Apply to 2 devices" }));
		await dialog.getByRole("alert").getByText(signInElsewhere).waitFor();
		await dialog.getByText("kept", { exact: true }).waitFor();
		await session.goOn();
		await press(dialog.getByRole("button", { name: "Apply to 2 devices" }));
		await dialog.waitFor({ state: "hidden" });
		expect(await wholeDevice(context, id)).toMatchObject({ tags: ["kept"] });

		await runOnRow(page, "Interrupted probe 1", "Rename…");
		await write(field, "Renamed after the end");
		await applyOverEnd(session, {
			form: dialog,
			apply: "Rename device",
			kept: () => expectTyped(field, "Renamed after the end"),
		});
	});

	test("keeps and completes work on a device's page: a replaced key, a calibration, a note", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await withoutHints(page);
		const session = await ownSession(context);
		const [id = ""] = await makeDevices(context, "Interrupted probe", 1);
		await page.goto(`/devices/${id}?tab=settings`);

		await press(page.getByRole("button", { name: "Replace key", exact: true }));
		const key = page.getByRole("dialog");
		await holdsFocus(key);
		await applyOverEnd(session, {
			form: key,
			apply: "Replace key",
			kept: () => key.getByRole("combobox", { name: "The key in use now" }).waitFor(),
		});
		await page.goto(`/devices/${id}?tab=settings`);

		await press(page.getByRole("button", { name: "Calibrate Temperature", exact: true }));
		const calibration = page.getByRole("dialog", { name: "Calibrate Temperature" });
		await write(calibration.getByRole("textbox", { name: "Reading (°C)", exact: true }), "4");
		await write(calibration.getByRole("textbox", { name: "Reference value (°C)", exact: true }), "5");
		await applyOverEnd(session, {
			form: calibration,
			apply: "Save calibration",
			kept: () => expectTyped(calibration.getByRole("textbox", { name: "Reference value (°C)", exact: true }), "5"),
		});

		await press(page.getByRole("button", { name: "Add note", exact: true }));
		const note = page.getByRole("dialog", { name: "Add note" });
		await write(note.getByRole("textbox", { name: "Note" }), "Door left open");
		await applyOverEnd(session, {
			form: note,
			apply: "Add note",
			kept: () => expectTyped(note.getByRole("textbox", { name: "Note" }), "Door left open"),
		});
	});

	test("keeps and completes what was typed in the forms of something new: a device, a group", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await withoutHints(page);
		const session = await ownSession(context);
		await page.goto("/devices?add=yes");
		const device = page.getByRole("dialog", { name: "Add device" });
		const deviceName = device.getByRole("textbox", { name: "Name", exact: true }).first();
		await write(deviceName, "Added after the end");
		await applyOverEnd(session, {
			form: device,
			apply: "Add device",
			kept: () => expectTyped(deviceName, "Added after the end"),
		});

		await page.goto("/groups/new/");
		const group = page.getByRole("form", { name: "New group" });
		const groupName = group.getByRole("textbox", { name: "Name", exact: true });
		await write(groupName, "Grouped after the end");
		await session.end();
		await press(group.getByRole("button", { name: "Create group" }));
		await expectSentence(group, signedOut);
		await expectTyped(groupName, "Grouped after the end");
		await session.goOn();
		expect(await call(context, "group.getGroups", {}, true)).toEqual([]);
		await press(group.getByRole("button", { name: "Create group" }));
		await page.getByRole("heading", { level: 1, name: "Grouped after the end" }).waitFor();
	});

	test("shows no question where a call in the background finds the end", async ({ page, context, complaints }) => {
		complaints.allow(/401/);
		const session = await ownSession(context);
		const logger = await addLogger(context, "Ended behind a note");
		await page.goto(`/devices/${logger.id}`);
		await page.getByRole("status").getByText("Live").waitFor();
		await press(page.getByRole("button", { name: "Add note", exact: true }));
		const dialog = page.getByRole("dialog", { name: "Add note" });
		const note = dialog.getByRole("textbox", { name: "Note" });
		await write(note, "Typed before the end");
		await session.end();
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		const notifications = page.getByRole("region", { name: /^Notifications/, includeHidden: true });
		const notified = notifications.getByText(signedOut);
		await notified.waitFor();
		await hasFocus(note);
		await expectTyped(note, "Typed before the end");
		expect(await page.getByRole("alertdialog", { includeHidden: true }).count()).toBe(0);
		const signIn = notifications.getByRole("link", { name: /^Sign in/, includeHidden: true });
		const [signInTab] = await Promise.all([context.waitForEvent("page"), signIn.click()]);
		await signInTab.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
		await signInTab.close();
		await expectTyped(note, "Typed before the end");
		await session.goOn();
		await press(dialog.getByRole("button", { name: "Add note", exact: true }));
		await dialog.waitFor({ state: "hidden" });
		await notified.waitFor({ state: "detached" });
	});

	test("shows that the session was ended, then that one is signed out", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/401/);
		// The live line would report the end, and the screen would leave before the save.
		await withoutHints(page);
		const person = await createNewOwner(context);
		const { id } = await addLogger(context, "Ended elsewhere");
		// Late calls of the screen would find the end before the save.
		await requestsDuring(page, () => page.goto(`/devices/${id}?tab=settings`));
		const form = page.getByRole("form", { name: "Settings" });
		const site = form.getByRole("textbox", { name: "Site" });
		const save = form.getByRole("button", { name: "Save", exact: true });
		await write(site, "Typed before the end");
		const elsewhere = await newProfile(browser);
		onTestFinished(() => elsewhere.close());
		const letGo = await holdCalls(page, /\/api\/proxy\/(?!device\.updateDevice)/);
		await endElsewhere(elsewhere, person);
		for (const sentence of [sessionEnded, signedOut]) {
			await press(save);
			await expectSentence(form, sentence);
			await expectTyped(site, "Typed before the end");
		}
		letGo();
		expect(await wholeDevice(elsewhere, id)).toMatchObject({ version: 1 });
		await signInAs(context, person);
		await press(save);
		await page.getByText("Saved.", { exact: true }).waitFor();
		expect(await wholeDevice(context, id)).toMatchObject({ version: 2, site: "Typed before the end" });
	});

	test("keeps the keys that an import of devices has, and goes on with it", async ({ page, context, complaints }) => {
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
		// Works by keyboard: a notification of a background call lies over this button.
		await press(dialog.getByRole("button", { name: "Go on with 5 devices" }));
		await dialog.getByRole("heading", { name: `${names.length} devices added` }).waitFor();
		await dialog.getByRole("button", { name: `Download ${names.length} keys` }).waitFor();
	});
});

describe("a query rejected as unauthorized", () => {
	test("leads to /login while its screen is visible, and after sign-in back to that screen", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/401/);
		await signIn(context, "viewer");
		await page.goto("/devices?status=late");
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await checkIsOld(page);
		await context.clearCookies();
		const visitedPaths: string[] = [];
		page.on("framenavigated", (frame) => visitedPaths.push(new URL(frame.url()).pathname));
		await returnToTab(page);
		await page.waitForURL(/\/login\?next=/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await page.getByText("Your session has expired, or you signed out in another tab. Sign in to continue.").waitFor();
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices?status=late");
		await signInByForm(page, "viewer");
		await page.waitForURL("**/devices?status=late");
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		expect(visitedPaths).toEqual(["/login", "/devices"]);
	});

	test("right after a shared check said yes leads to /login as well, once", async ({ page, context, complaints }) => {
		complaints.allow(/401/);
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await context.clearCookies();
		await mainLink(page, "Devices").click();
		await page.waitForURL(/\/login\?next=/);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await page.getByText("Your session has expired, or you signed out in another tab. Sign in to continue.").waitFor();
		const requests = await requestsDuring(page, () => returnToTab(page));
		expect(requests).toEqual([]);
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices");
	});
});
