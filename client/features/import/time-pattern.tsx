import { Code, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { TimePattern, timePatternPieces } from "../../../shared/time/time-pattern";
import { PlainButton } from "../../ui/form/buttons";
import { errorsFrom } from "../../ui/form/schema-errors";
import { rich, t } from "../../words/made/import";
import classes from "./import.module.css";

const exampleAt = new Date(Date.UTC(2026, 10, 5, 14, 7, 9));

const part = (options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(exampleAt);

function writtenPiece(piece: string): string | null {
	const [letter = ""] = piece;
	const padded = (value: number) => String(value).padStart(piece.length, "0");
	if (letter === "'") return piece === "''" ? "'" : piece.slice(1, -1).replaceAll("''", "'");
	if (/y/i.test(letter)) return piece.length === 2 ? "26" : "2026";
	if (letter === "M" && piece.length > 2) return part({ month: piece.length === 3 ? "short" : "long" });
	if (letter === "M") return padded(11);
	if (/d/i.test(letter)) return padded(5);
	if (letter === "E") return part({ weekday: piece.length > 3 ? "long" : "short" });
	if (letter === "H" || letter === "k") return padded(14);
	if (letter === "h" || letter === "K") return padded(2);
	if (letter === "m") return padded(7);
	if (letter === "s") return padded(9);
	if (letter === "S") return "0".repeat(piece.length);
	if (/a/i.test(letter)) return "PM";
	return /z|x/i.test(letter) ? "+01:00" : null;
}

/** The example time in this pattern; null: an invalid pattern. */
export function patternExample(pattern: string): string | null {
	if (!TimePattern.safeParse(pattern).success) return null;
	return (timePatternPieces(pattern) ?? []).map((piece) => writtenPiece(piece) ?? piece).join("");
}

type TimePatternFieldProps = {
	value: string;
	error?: string | undefined;
	isBusy: boolean;
	onChange: (pattern: string) => void;
};

/** Applies the typed text on Enter or by the button: half a pattern finds nothing. */
export function TimePatternField({ value, error, isBusy, onChange }: TimePatternFieldProps) {
	const [typed, setTyped] = useState(value);
	const [isSubmitted, setIsSubmitted] = useState(false);
	const exampleId = useId();
	const pattern = typed.trim();
	const example = patternExample(pattern);
	const [problem] = Object.values(errorsFrom(TimePattern, pattern));
	return (
		<form
			className={classes.pattern}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				setIsSubmitted(true);
				if (example !== null) onChange(pattern);
			}}
		>
			<TextInput
				label={t("pattern.label")}
				description={t("pattern.help")}
				placeholder={t("pattern.placeholder")}
				autoComplete="off"
				spellCheck={false}
				value={typed}
				error={(isSubmitted && problem) || error}
				aria-describedby={exampleId}
				onChange={({ currentTarget }) => {
					setTyped(currentTarget.value);
					setIsSubmitted(false);
				}}
			/>
			<PlainButton type="submit" loading={isBusy} disabled={pattern === ""}>
				{t("pattern.read")}
			</PlainButton>
			<p id={exampleId} className={classes.note} aria-live="polite">
				{example !== null && <>{rich("pattern.example", { code: (text) => <Code>{text}</Code>, example })}</>}
			</p>
		</form>
	);
}
