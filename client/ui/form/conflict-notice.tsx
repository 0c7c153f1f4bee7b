import { Radio } from "@mantine/core";
import { useState } from "react";
import { t } from "../../words/made/common";
import classes from "./conflict-notice.module.css";

/** Parameters of a message that names the author of a change. */
export type Author = { author: "you" | "named" | "other"; name: string };

export type ConflictField = { label: string; mine: string; theirs: string };

type ConflictNoticeProps<Field extends ConflictField> = {
	who: Author;
	fields: Field[];
	onKeepMine: (field: Field) => void;
	onTakeTheirs: (field: Field) => void;
};

type Choice = "mine" | "theirs";

export function ConflictNotice<Field extends ConflictField>(props: ConflictNoticeProps<Field>) {
	const { who, fields, onKeepMine, onTakeTheirs } = props;
	const [choices, setChoices] = useState<Record<string, Choice>>({});
	const choose = (field: Field, choice: Choice) => {
		setChoices((before) => ({ ...before, [field.label]: choice }));
		if (choice === "mine") onKeepMine(field);
		else onTakeTheirs(field);
	};
	return (
		<section className={classes.notice} aria-label={t("conflict.title")} ref={takeFocus} tabIndex={-1}>
			<p className={classes.lead}>{t("conflict.lead", who)}</p>
			{fields.map((field) => (
				<fieldset key={field.label} className={classes.field}>
					<legend>{field.label}</legend>
					<div className={classes.sides}>
						<Side title={t("conflict.mine")} text={field.mine} {...sideProps(field, "mine")} />
						<Side title={t("conflict.theirs")} text={field.theirs} {...sideProps(field, "theirs")} />
					</div>
				</fieldset>
			))}
		</section>
	);

	function sideProps(field: Field, choice: Choice) {
		return {
			// The form still holds the user's input, so a save would send that.
			isChosen: (choices[field.label] ?? "mine") === choice,
			name: field.label,
			onChoose: () => choose(field, choice),
		};
	}
}

type SideProps = { title: string; text: string; name: string; isChosen: boolean; onChoose: () => void };

function Side({ title, text, name, isChosen, onChoose }: SideProps) {
	return (
		<Radio
			className={classes.side}
			name={`conflict-${name}`}
			label={title}
			description={<span className={classes.text}>{text === "" ? t("conflict.empty") : text}</span>}
			checked={isChosen}
			onChange={onChoose}
		/>
	);
}

function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}
