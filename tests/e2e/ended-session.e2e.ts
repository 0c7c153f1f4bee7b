import { describe, expect } from "vitest";
import { limits } from "../../shared/limits";
import { makeDevices, openImport, openList, runInBulk, selectAll, wholeDevice } from "./device-fleet";
import { createNewOwner, signInAs } from "./identity/new-person";
import { signIn, test } from "./visitor";

const signInElsewhere = "Sign in in another tab to go on.";

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
		await dialog.getByRole("button", { name: "Go on with 5 devices" }).click();
		await dialog.getByRole("heading", { name: `${names.length} devices added` }).waitFor();
		await dialog.getByRole("button", { name: `Download ${names.length} keys` }).waitFor();
	});
});
