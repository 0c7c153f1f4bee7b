import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { codeFrom, type LocalCode, OneTimeCodeInput } from "../../client/ui/form/one-time-code-input";
import { show } from "./show";

function Field({ onCode }: { onCode: (code: string) => void }) {
	const [value, setValue] = useState("");
	return (
		<OneTimeCodeInput
			label="Code"
			value={value}
			onChange={(typed) => {
				setValue(codeFrom(typed));
				onCode(codeFrom(typed));
			}}
		/>
	);
}

test("A pasted code loses the spaces and hyphens it was sent with", async () => {
	const onCode = vi.fn();
	const screen = await show(<Field onCode={onCode} />);
	const field = screen.getByRole("textbox", { name: "Code" });
	await userEvent.fill(field, "123-456 ");
	await expect.element(field).toHaveValue("123456");
	expect(onCode).toHaveBeenLastCalledWith("123456");
});

let arrive: (code: LocalCode) => void;

function LocalField() {
	const [localCode, setLocalCode] = useState<LocalCode>({ code: null });
	arrive = setLocalCode;
	return (
		<>
			<OneTimeCodeInput label="Code" value="" onChange={() => {}} localCode={localCode} />
			<button type="button">Confirm</button>
		</>
	);
}

test("A local run's code moves nothing when it comes, so that what is pressed meanwhile is pressed", async () => {
	const screen = await show(<LocalField />);
	const confirm = screen.getByRole("button", { name: "Confirm" });
	const top = () => confirm.element().getBoundingClientRect().top;
	const before = top();
	arrive({ code: "123456" });
	await expect.element(screen.getByText(/The code is 123456/)).toBeVisible();
	await expect.element(screen.getByRole("button", { name: "Fill in" })).toBeVisible();
	expect(top()).toBe(before);
});
