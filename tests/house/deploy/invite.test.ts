import { expect, it } from "vitest";
import { createCognitoAdmin } from "../../../local/tasks/deploy/cognito-admin";
import { invitePerson } from "../../../local/tasks/deploy/invite-person";

const poolId = "eu-west-1_Ab12Cd34E";
const credentials = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" };

/** A pool with one person or none. Records its requests. */
function createPool(status: string | null) {
	const requested: { operation: string; body: Record<string, unknown>; isSigned: boolean }[] = [];
	const response: typeof fetch = async (input, init) => {
		const request = new Request(input, init);
		const operation = request.headers.get("x-amz-target")?.split(".")[1] ?? "";
		const body: Record<string, unknown> = await request.json();
		requested.push({ operation, body, isSigned: request.headers.has("authorization") });
		if (operation === "AdminGetUser") return Response.json({ UserStatus: status });
		if (status !== null && !body.MessageAction) {
			return Response.json({ __type: "UsernameExistsException", message: "" }, { status: 400 });
		}
		return Response.json({ User: {} });
	};
	const admin = createCognitoAdmin({ vars: { USER_POOL_ID: poolId }, environment: credentials, fetch: response });
	return { asked: requested, admin };
}

const invitation = { poolId, email: "owner@company.example", console: "https://console.example.com" };

it("makes a sign-in whose address counts as verified, and says what comes next", async () => {
	const { admin, asked: requested } = createPool(null);
	const invited = await invitePerson({ ...invitation, admin });
	expect(invited).toEqual({ isDone: true, said: expect.stringContaining("https://console.example.com") });
	expect(requested).toEqual([
		{
			operation: "AdminCreateUser",
			isSigned: true,
			body: {
				UserPoolId: poolId,
				Username: invitation.email,
				DesiredDeliveryMediums: ["EMAIL"],
				UserAttributes: [
					{ Name: "email", Value: invitation.email },
					{ Name: "email_verified", Value: "true" },
				],
			},
		},
	]);
});

it("mails the password again to who never came, and changes nothing of who did", async () => {
	const never = createPool("FORCE_CHANGE_PASSWORD");
	expect(await invitePerson({ ...invitation, admin: never.admin })).toMatchObject({ isDone: true });
	expect(never.asked.at(-1)?.body).toMatchObject({ MessageAction: "RESEND" });
	const did = createPool("CONFIRMED");
	expect((await invitePerson({ ...invitation, admin: did.admin })).said).toContain("has a sign-in already");
	expect(did.asked.map(({ operation }) => operation)).toEqual(["AdminCreateUser", "AdminGetUser"]);
});

it.each(["", "owner", "owner@company", "a b@company.example", "o'; rm -rf ~ #@company.example"])(
	"rejects what is no mail address, before any request: %j",
	async (email) => {
		const { admin, asked: requested } = createPool(null);
		expect(await invitePerson({ ...invitation, email, admin })).toMatchObject({ isDone: false });
		expect(requested).toEqual([]);
	},
);

it("says without credentials what a person who has them may run", async () => {
	const admin = createCognitoAdmin({ vars: { USER_POOL_ID: poolId }, environment: {}, fetch });
	const { isDone, said } = await invitePerson({ ...invitation, admin });
	expect([isDone, said]).toEqual([false, expect.stringContaining(`--user-pool-id ${poolId}`)]);
	const quoted = await invitePerson({ ...invitation, admin, email: "o'brien@company.example" });
	expect(quoted.said).toContain("--username 'o'\\''brien@company.example'");
});
