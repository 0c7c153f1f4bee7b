import { describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { useIdentityProof } from "../../../client/forms/identity-proof";
import { show } from "../show";
import { Denied, stubCalls } from "../stubbed-calls";

const purpose = "sign run_0 abc";

function Act({ onConfirmed }: { onConfirmed: () => void }) {
	const proof = useIdentityProof({ purpose, email: "ana@example.com", what: "sign", isSso: true });
	return (
		<>
			{proof.fields}
			<button type="button" onClick={() => void proof.confirm().then(onConfirmed, () => undefined)}>
				Act
			</button>
		</>
	);
}

async function showAct(replies: Parameters<typeof stubCalls>[0]) {
	const calls = stubCalls({ "session.getProofWay": () => "code", ...replies });
	const onConfirmed = vi.fn();
	const screen = await show(<Act onConfirmed={onConfirmed} />);
	return { calls, screen, onConfirmed, act: screen.getByText("Act", { exact: true }) };
}

const rejected = (code: string) => {
	throw new Denied({ fields: { code } });
};

describe("a code in an e-mail in place of the company's service", () => {
	test("confirms the act by the code that was sent, and shows a wrong one at its field", async () => {
		const answers = [() => rejected("This is not the code that was sent."), () => undefined];
		const { calls, screen, onConfirmed, act } = await showAct({
			"session.sendProofCode": () => ({ address: "ana@example.com", until: new Date() }),
			"session.confirmByCode": () => answers.shift()?.(),
		});
		const send = screen.getByRole("button", { name: "Send me a code" });
		await expect.element(send).toBeInTheDocument();
		await userEvent.click(act);
		await expect.element(screen.getByRole("alert")).toHaveTextContent("Send the code and enter it first.");
		await userEvent.click(send);
		await expect.element(screen.getByText(/on its way to ana@example\.com/)).toBeInTheDocument();
		const field = screen.getByRole("textbox", { name: "Code from the e-mail" });
		await userEvent.click(act);
		await expect.element(screen.getByText("Enter the six digits from the e-mail.")).toBeInTheDocument();
		await userEvent.fill(field, "123 456");
		await userEvent.click(act);
		await expect.element(screen.getByText("This is not the code that was sent.")).toBeInTheDocument();
		await expect.element(field).toHaveValue("123 456");
		expect(onConfirmed).not.toHaveBeenCalled();
		await userEvent.click(act);
		await expect.poll(() => onConfirmed.mock.calls.length).toBe(1);
		expect(calls.at(-1)).toEqual({ procedure: "session.confirmByCode", input: { purpose, code: "123456" } });
	});

	test("says why no code is sent, and which service is another one now", async () => {
		const { screen } = await showAct({ "session.sendProofCode": () => rejected("Too many codes.") });
		await userEvent.click(screen.getByRole("button", { name: "Send me a code" }));
		await expect.element(screen.getByRole("alert")).toHaveTextContent("Too many codes.");
		const replaced = await showAct({ "session.getProofWay": () => "replaced" });
		await expect.element(replaced.screen.getByText(/has changed its sign-in service/)).toBeInTheDocument();
	});
});
