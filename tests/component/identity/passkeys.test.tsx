import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { PasskeysCard } from "../../../client/features/profile/passkeys-card";
import { SignInForm } from "../../../client/features/sign-in/sign-in-form";
import { useIdentityProof } from "../../../client/forms/identity-proof";
import { show } from "../show";
import { accepted, denied, noResponse, signedIn, stubEndpoints, unavailable } from "./auth-endpoints";

const offered = { hasPasskeys: true } as const;
const posed = accepted({
	status: "passkey",
	challengeId: "c1",
	options: { challenge: "AAAA", rpId: "localhost", timeout: 180_000, userVerification: "required" },
});
const credential = { id: "a-passkey" };
const notAccepted = "No passkey for this address on this device, or none at all.";

/** The dialog belongs to the browser, so each test says how it ends. */
function dialogEnds(...ends: ("signed" | "closed" | "nothing")[]) {
	const left = [...ends];
	const end = async () => {
		const next = left.shift();
		if (next === "closed") throw new DOMException("closed", "NotAllowedError");
		return next === "signed" ? Object.assign(Object.create(null), { toJSON: () => credential }) : null;
	};
	vi.spyOn(navigator.credentials, "get").mockImplementation(end);
	vi.spyOn(navigator.credentials, "create").mockImplementation(end);
}

describe("the button of the sign-in page", () => {
	async function showForm() {
		const screen = await show(<SignInForm email={undefined} next={undefined} />, { at: "/login" });
		return {
			screen,
			email: screen.getByRole("textbox", { name: "E-mail" }),
			password: screen.getByLabelText("Password", { exact: true }),
			use: screen.getByRole("button", { name: "Use a passkey" }),
		};
	}

	test("appears once an address is typed, keeps what was typed when the dialog is closed, and signs in", async () => {
		const calls = stubEndpoints(
			{ "passkey-challenge": [posed, posed, posed], "respond-challenge": [denied("PasskeyNotAccepted"), signedIn] },
			offered,
		);
		dialogEnds("closed", "signed", "signed");
		const { screen, email, password, use } = await showForm();
		await userEvent.fill(password, "typed-before");
		await expect.element(use).not.toBeInTheDocument();
		await userEvent.fill(email, "ana@example.com");
		await userEvent.click(use);
		await expect.element(screen.getByText(/^The passkey dialog was closed/)).toBeInTheDocument();
		await expect.element(email).toHaveValue("ana@example.com");
		await expect.element(password).toHaveValue("typed-before");
		await userEvent.click(use);
		await expect.element(screen.getByText(notAccepted)).toBeInTheDocument();
		await userEvent.click(use);
		await expect.poll(() => screen.router.state.location.href).toBe("/dashboard");
		expect(calls.at(-1)).toEqual({ endpoint: "respond-challenge", body: { challengeId: "c1", credential } });
	});

	test("takes a dialog that ends with nothing for a closed one, and says of an outage what is out", async () => {
		stubEndpoints({ "passkey-challenge": [posed, noResponse] }, offered);
		dialogEnds("nothing");
		const { screen, email, use } = await showForm();
		await userEvent.fill(email, "ana@example.com");
		await userEvent.click(use);
		await expect.element(screen.getByText(/^The passkey dialog was closed/)).toBeInTheDocument();
		await userEvent.click(use);
		await expect.element(screen.getByText(unavailable)).toBeInTheDocument();
	});
});

describe("a passkey in place of the password", () => {
	const purpose = "sign run_0 abc";

	function Act({ onConfirmed }: { onConfirmed: () => void }) {
		const proof = useIdentityProof({ purpose, email: "ana@example.com", what: "sign" });
		const act = async () => {
			await proof.confirm().then(onConfirmed, () => undefined);
		};
		return (
			<>
				{proof.fields}
				<button type="button" onClick={act}>
					Act
				</button>
			</>
		);
	}

	test("confirms the act, and gives way to the password once it is not accepted", async () => {
		const calls = stubEndpoints(
			{
				"passkey-challenge": [posed, posed],
				"confirm-identity": [denied("PasskeyNotAccepted"), accepted({ status: "confirmed" })],
			},
			offered,
		);
		dialogEnds("signed", "signed");
		const onConfirmed = vi.fn();
		const screen = await show(<Act onConfirmed={onConfirmed} />);
		const [use, act] = [
			screen.getByRole("button", { name: "Use a passkey" }),
			screen.getByText("Act", { exact: true }),
		];
		await userEvent.click(use);
		await expect.element(screen.getByText("Your passkey has confirmed that it is you.")).toBeInTheDocument();
		await userEvent.click(act);
		await expect.element(screen.getByText(notAccepted)).toBeInTheDocument();
		expect(onConfirmed).not.toHaveBeenCalled();
		await userEvent.click(use);
		await userEvent.click(act);
		await expect.poll(() => onConfirmed.mock.calls.length).toBe(1);
		expect(calls.at(-1)).toEqual({ endpoint: "confirm-identity", body: { purpose, challengeId: "c1", credential } });
		expect(calls[0]).toEqual({ endpoint: "passkey-challenge", body: { purpose } });
	});
});

describe("the passkeys of the profile", () => {
	const listed = (...names: string[]) =>
		accepted({ status: "passkeys", passkeys: names.map((name) => ({ id: name, name, createdAt: 1_700_000_000_000 })) });
	const toAdd = accepted({
		status: "options",
		options: {
			rp: { id: "localhost", name: "localhost" },
			user: { id: "AAAA", name: "ana", displayName: "Ana" },
			challenge: "AAAA",
			pubKeyCredParams: [{ type: "public-key", alg: -7 }],
		},
	});

	test("need the password first, then a press of its own that may be repeated", async () => {
		const calls = stubEndpoints(
			{
				passkeys: [listed()],
				"passkey-add": [denied("WrongCurrentPassword"), toAdd],
				"passkey-added": [listed("Android")],
			},
			offered,
		);
		dialogEnds("closed", "signed");
		const screen = await show(<PasskeysCard email="ana@example.com" />);
		await userEvent.click(screen.getByRole("button", { name: "Add a passkey" }));
		const password = screen.getByLabelText("Your password", { exact: true });
		await userEvent.fill(password, "wrong");
		await userEvent.keyboard("{Enter}");
		await expect.element(password).toHaveAccessibleDescription("This is not your current password.");
		await userEvent.fill(password, "secret-1");
		await userEvent.keyboard("{Enter}");
		const create = screen.getByRole("button", { name: "Create passkey" });
		await userEvent.click(create);
		await expect.element(screen.getByText(/^No passkey was created/)).toBeInTheDocument();
		await userEvent.click(create);
		await expect.element(screen.getByRole("button", { name: "Remove Android" })).toBeInTheDocument();
		expect(calls.map(({ endpoint }) => endpoint)).toEqual(["passkeys", "passkey-add", "passkey-add", "passkey-added"]);
	});

	test("name an outage and offer another try", async () => {
		stubEndpoints({ passkeys: [noResponse, listed("iCloud Keychain")] }, offered);
		const screen = await show(<PasskeysCard email="ana@example.com" />);
		await expect.element(screen.getByText("Your passkeys cannot be shown just now.")).toBeInTheDocument();
		await userEvent.click(screen.getByRole("button", { name: "Try again" }));
		await expect.element(screen.getByText("iCloud Keychain")).toBeInTheDocument();
	});
});

describe("a company's provider in place of the password", () => {
	const purpose = "sign run_0 abc";

	function Act({ onConfirmed }: { onConfirmed: () => void }) {
		const proof = useIdentityProof({ purpose, email: "ana@example.com", what: "sign", isSso: true });
		const act = async () => {
			await proof.confirm().then(onConfirmed, () => undefined);
		};
		return (
			<>
				{proof.fields}
				<button type="button" onClick={act}>
					Act
				</button>
			</>
		);
	}

	const wayPath = "/api/proxy/session.getProofWay";
	const asked = { [wayPath]: [accepted([{ result: { data: { json: "provider" } } }])] };

	/** Stands in for the tab, which leaves for another site. */
	function otherTab() {
		const tab = { sessionStorage: { setItem: vi.fn() }, location: { replace: vi.fn() }, close: vi.fn(), closed: false };
		vi.spyOn(window, "open").mockImplementation(() => tab as unknown as Window);
		return tab;
	}

	function end(id: string, fault: string | null) {
		const channel = new BroadcastChannel("aql.sso");
		channel.postMessage({ id, fault });
		channel.close();
	}

	test("confirms the act in another tab, whose result belongs to the visit that was begun last", async () => {
		const begun = (id: string) => accepted({ status: "begun", id, address: `https://sign-in.example.com/${id}` });
		const calls = stubEndpoints({ ...asked, "sso/confirm": [begun("v1"), begun("v2"), begun("v3")] });
		const tab = otherTab();
		const onConfirmed = vi.fn();
		const screen = await show(<Act onConfirmed={onConfirmed} />);
		const act = screen.getByText("Act", { exact: true });
		await expect.element(screen.getByRole("button", { name: "Confirm at my company's service" })).toBeInTheDocument();
		await userEvent.click(act);
		await expect.element(screen.getByText("Confirm at your company's service first.")).toBeInTheDocument();
		await userEvent.click(screen.getByRole("button", { name: "Confirm at my company's service" }));
		await expect.poll(() => tab.location.replace.mock.lastCall).toEqual(["https://sign-in.example.com/v1"]);
		expect(tab.sessionStorage.setItem).toHaveBeenCalledWith("aql.sso", JSON.stringify({ id: "v1", confirms: true }));
		const again = screen.getByRole("button", { name: "Open the service again" });
		await userEvent.click(again);
		await expect.poll(() => tab.location.replace.mock.lastCall).toEqual(["https://sign-in.example.com/v2"]);
		end("v1", null);
		end("v2", "You signed in as somebody else.");
		await expect.element(screen.getByRole("alert")).toHaveTextContent("You signed in as somebody else.");
		expect(onConfirmed).not.toHaveBeenCalled();
		await userEvent.click(screen.getByRole("button", { name: "Confirm at my company's service" }));
		await expect.poll(() => tab.location.replace.mock.lastCall).toEqual(["https://sign-in.example.com/v3"]);
		end("v3", null);
		await expect.element(screen.getByText("Your company's service has confirmed that it is you.")).toBeInTheDocument();
		await userEvent.click(act);
		await expect.poll(() => onConfirmed.mock.calls.length).toBe(1);
		const [first, ...others] = calls.filter(({ endpoint }) => endpoint !== wayPath);
		expect(others.every(({ endpoint }) => endpoint === "sso/confirm")).toBe(true);
		expect(first).toEqual({ endpoint: "sso/confirm", body: { purpose } });
	});

	test("the button says that the browser opened no tab, and closes one that leads nowhere", async () => {
		const begun = accepted({ status: "begun", id: "v1", address: "https://sign-in.example.com/v1" });
		stubEndpoints({ ...asked, "sso/confirm": [denied("TooManyAttempts"), begun] });
		vi.spyOn(window, "open").mockImplementation(() => null);
		const screen = await show(<Act onConfirmed={vi.fn()} />);
		const use = screen.getByRole("button", { name: "Confirm at my company's service" });
		await userEvent.click(use);
		await expect.element(screen.getByText(/^The browser opened no tab/)).toBeInTheDocument();
		const tab = otherTab();
		await userEvent.click(use);
		await expect.poll(() => tab.close.mock.calls.length).toBe(1);
		await expect
			.element(screen.getByRole("alert"))
			.toHaveTextContent("Too many attempts. Wait a few minutes and try again.");
		tab.closed = true;
		await userEvent.click(use);
		await expect
			.element(screen.getByRole("alert"))
			.toHaveTextContent("The browser opened no tab. Allow this site to open one, then try again.");
		expect(tab.sessionStorage.setItem).not.toHaveBeenCalled();
	});
});
