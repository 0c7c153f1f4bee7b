import { TextInput } from "@mantine/core";
import type { CountryCode } from "libphonenumber-js/max";
import { type ReactNode, useState } from "react";

type PhoneInputProps = {
	label: string;
	description: string | undefined;
	value: string;
	/** Reads a number without a country code, ISO 3166-1 alpha-2. */
	country?: string;
	error?: ReactNode;
	onChange: (phone: string) => void;
};

/** The numbering plans of the world are 50 kB, so they load once a number is typed. */
export function PhoneInput({ label, description, value, country = "", error, onChange }: PhoneInputProps) {
	const [readAs, setReadAs] = useState<string | null>(null);
	const look = async () => setReadAs(await readingOf(value, country));
	return (
		<TextInput
			label={label}
			type="tel"
			autoComplete="off"
			description={readAs === null ? description : `Read as ${readAs}.`}
			value={value}
			error={error}
			onBlur={() => void look()}
			onChange={({ currentTarget }) => {
				setReadAs(null);
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
		return number?.isValid() ? `${number.formatInternational()} (${number.country ?? "international"})` : null;
	} catch {
		// The code did not load; the server checks the number anyway.
		return null;
	}
}
