import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { codeFrom, OneTimeCodeInput } from "../../client/ui/form/one-time-code-input";
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
