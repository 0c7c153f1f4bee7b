import { TextInput } from "@mantine/core";
import { type BrandColor, BrandInput, brandColors } from "../../../shared/account/brand";
import {
	brandGrounds,
	contrast,
	readableOn,
	type StateColor,
	stateColorNear,
	textOn,
} from "../../../shared/account/brand-colors";
import { Callout } from "../../ui/feedback/notes";
import { t } from "../../words/made/devices";
import classes from "./customize.module.css";

type ColorInputProps = {
	name: BrandColor;
	value: string;
	error: string | undefined;
	onChange: (color: string) => void;
};

export function ColorInput({ name, value, error, onChange }: ColorInputProps) {
	const { label, use } = brandColors[name];
	const color = readColor(name, value);
	const near = color === null ? null : stateColorNear(color);
	const pick = (
		<input
			type="color"
			className={classes.picker}
			aria-label={t(`customize.pick.${name}`)}
			value={color ?? "#0b7285"}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		/>
	);
	return (
		<div>
			<TextInput
				label={label}
				description={use}
				placeholder="#0b7285"
				value={value}
				error={error}
				spellCheck={false}
				leftSection={pick}
				leftSectionWidth={44}
				onChange={({ currentTarget }) => onChange(currentTarget.value)}
			/>
			{color !== null && <p className={classes.contrast}>{contrastText(color)}</p>}
			<div role="status">{near !== null && <Callout tone="warn">{alarmText(near)}</Callout>}</div>
		</div>
	);
}

function alarmText(near: StateColor): string {
	return t(`customize.near.${near}`);
}

export function readColor(name: BrandColor, value: string): string | null {
	return BrandInput.shape[name].safeParse(value).data || null;
}

/** `White text on it: 8.1 : 1. As text in light: as it is; in dark: lightened.` */
export function contrastText(color: string): string {
	const ink = textOn(color);
	return t("customize.contrast", {
		ink: ink === "#ffffff" ? "white" : "dark",
		ratio: contrast(color, ink).toFixed(1),
		light: readableOn(color, brandGrounds.light.grounds, "#000000") === color ? "same" : "changed",
		dark: readableOn(color, brandGrounds.dark.grounds, "#ffffff") === color ? "same" : "changed",
	});
}
