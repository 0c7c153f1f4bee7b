import { Radio } from "@mantine/core";
import type { ReactNode } from "react";
import { digitsText } from "../../ui/value-display";
import classes from "./import.module.css";

type QuestionProps<Value extends string> = {
	question: ReactNode;
	description?: ReactNode;
	isAnswered: boolean;
	value: Value | null;
	choices: readonly { value: Value; label: string; description?: string }[];
	onChange: (value: Value) => void;
	children?: ReactNode;
};

export function Question<Value extends string>(props: QuestionProps<Value>) {
	const { question, description, isAnswered, value, choices, onChange, children } = props;
	return (
		<li className={classes.question} data-open={!isAnswered || undefined}>
			<Radio.Group
				label={question}
				description={description}
				// Mantine's group returns one of its values.
				value={value ?? ""}
				onChange={(chosen) => {
					const choice = choices.find((each) => each.value === chosen);
					if (choice) onChange(choice.value);
				}}
			>
				<div className={classes.choices}>
					{choices.map((choice) => (
						<Radio key={choice.value} {...choice} />
					))}
				</div>
			</Radio.Group>
			{children}
		</li>
	);
}

export function numberText(value: number): string {
	return digitsText(value.toLocaleString("en-US", { maximumFractionDigits: 20, useGrouping: false }));
}
