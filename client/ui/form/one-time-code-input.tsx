import { TextInput } from "@mantine/core";
import { LocalNote } from "../feedback/notes";
import classes from "./one-time-code-input.module.css";

type OneTimeCodeInputProps = {
	label: string;
	value: string;
	onChange: (typed: string) => void;
	error?: string | undefined;
	autoFocus?: boolean;
	/** The code itself, where a local run can tell it. */
	localCode?: string | null;
};

/** One plain field: it takes a paste, the browser's own filling in, and Enter. What is typed goes through `codeFrom`. */
export function OneTimeCodeInput(props: OneTimeCodeInputProps) {
	const { label, value, onChange, error, autoFocus = false, localCode = null } = props;
	return (
		<div>
			<TextInput
				label={label}
				name="code"
				size="md"
				classNames={{ input: classes.digits }}
				inputMode="numeric"
				autoComplete="one-time-code"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				autoFocus={autoFocus}
				value={value}
				error={error}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
			{localCode !== null && (
				<LocalNote className={classes.local} onFill={() => onChange(localCode)}>
					The code is {localCode}
				</LocalNote>
			)}
		</div>
	);
}

/** A code as the sign-in service wants it, from "123 456", "123-456" or whatever a mail program adds when it copies. */
export function codeFrom(typed: string): string {
	return typed.normalize("NFKC").replace(/[^0-9a-z]/gi, "");
}
