import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { UserDialogs } from "../../client/features/users/user-dialogs";
import type { Wall } from "../../shared/account/wall";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const user = { id: "usr_2", name: "Ben Smith", email: "ben@example.test", role: "admin", status: "active" } as never;
const me = { id: "usr_1", role: "owner", scope: "all" } as never;
const wall: Wall = {
	id: `wal_${"a".repeat(26)}`,
	groupId: `grp_${"a".repeat(26)}`,
	name: "By the door",
	createdBy: "usr_2",
	createdByName: "Ben Smith",
	createdAt: new Date(0),
	expiresAt: null,
	lastSeenAt: null,
	floorPlanId: null,
};

test("disabling a person asks what becomes of the screens that they added, and of no others", async () => {
	const calls = stubCalls({
		"account.getApiKeys": () => [],
		"account.getContacts": () => [],
		"group.getWalls": () => [wall, { ...wall, id: `wal_${"b".repeat(26)}`, name: "Office", createdBy: "usr_1" }],
		"account.disableUser": () => user,
		"account.getUsers": () => [user],
	});
	await show(
		<UserDialogs me={me} question={{ kind: "disable", user }} users={[]} companyName="Acme" onClose={() => {}} />,
	);
	const dialog = page.getByRole("dialog");
	const wanted = dialog.getByRole("radiogroup", { name: "Screens on walls that they added: By the door" });
	await expect.element(wanted).toBeVisible();
	await expect.element(wanted.getByRole("radio", { name: /^Go on showing/ })).toBeChecked();
	await wanted.getByRole("radio", { name: /^Remove them/ }).click();
	await dialog.getByRole("button", { name: "Disable user" }).click();
	const disabling = () => calls.find(({ procedure }) => procedure === "account.disableUser")?.input;
	await expect.poll(disabling).toMatchObject({ userId: "usr_2", removesWalls: true });
});
