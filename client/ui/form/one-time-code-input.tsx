import { TextInput } from "@mantine/core";
import { t } from "../../words/made/password";
import { LocalNote } from "../feedback/notes";
import classes from "./one-time-code-input.module.css";

/** Shown beside the field in local runs. `code` null: none was sent, or it is still loading. */
export type LocalCode = { code: string | null };

type OneTimeCodeInputProps = {
	label: string;
	value: string;
	onChange: (typed: string) => void;
	error?: string | undefined;
	autoFocus?: boolean;
	localCode?: LocalCode | null;
};

/** One plain field supports paste, autofill and Enter. Input goes through `codeFrom`. */
export function OneTimeCodeInput(props: OneTimeCodeInputProps) {
	const { label, value, onChange, error, autoFocus = false, localCode = null } = props;
	const code = localCode?.code ?? null;
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
				// Rendered before the code arrives, so that nothing below moves during a press.
				<LocalNote className={classes.local} onFill={code === null ? null : () => onChange(code)}>
					{code === null ? t("localCode.none") : t("localCode", { code })}
				</LocalNote>
			)}
		</div>
	);
}

/** Accepts "123 456", "123-456" and characters that mail programs add to a copy. */
export function codeFrom(typed: string): string {
	return typed.normalize("NFKC").replace(/[^\p{Nd}a-z]/giu, "");
}
