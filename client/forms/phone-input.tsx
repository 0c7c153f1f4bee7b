import { TextInput } from "@mantine/core";
import type { CountryCode } from "libphonenumber-js/max";
import { type ReactNode, useState } from "react";
import { t } from "../words/made/forms";

type PhoneInputProps = {
	label: string;
	description: string | undefined;
	value?: string;
	/** Reads a number without a country code, ISO 3166-1 alpha-2. */
	country?: string;
	error?: ReactNode;
	onChange: (phone: string) => void;
};

/** The numbering plans of the world are 50 kB, so they load once a number is typed. */
export function PhoneInput({ label, description, value = "", country = "", error, onChange }: PhoneInputProps) {
	const [reading, setReading] = useState<string | null>(null);
	const look = async () => setReading(await readingOf(value, country));
	return (
		<TextInput
			label={label}
			type="tel"
			autoComplete="off"
			description={reading ?? description}
			value={value}
			error={error}
			onBlur={() => void look()}
			onChange={({ currentTarget }) => {
				setReading(null);
				onChange(currentTarget.value);
			}}
		/>
	);
}

async function readingOf(text: string, country: string): Promise<string | null> {
	if (text.trim() === "") return null;
	try {
		const { default: parse, isSupportedCountry } = await import("libphonenumber-js/max");
		const home = isSupportedCountry(country) ? (country as CountryCode) : undefined; // isSupportedCountry is true
		const number = parse(text, home);
		if (!number?.isValid()) return null;
		const shown = { number: number.formatInternational() };
		return number.country === undefined
			? t("phone.readAsInternational", shown)
			: t("phone.readAs", { ...shown, country: number.country });
	} catch {
		// The code did not load; the server checks the number anyway.
		return null;
	}
}
