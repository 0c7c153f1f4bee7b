import { TextInput } from "@mantine/core";

type EmailInputProps = {
	value: string;
	onChange: (email: string) => void;
	error?: string | undefined;
	autoFocus?: boolean;
};

/** The address a step is for. Password managers know it as the user name. */
export function EmailInput({ value, onChange, error, autoFocus = false }: EmailInputProps) {
	return (
		<TextInput
			label="E-mail"
			type="email"
			name="email"
			size="md"
			autoComplete="username"
			autoCapitalize="none"
			spellCheck={false}
			autoFocus={autoFocus}
			value={value}
			error={error}
			onChange={(event) => onChange(event.currentTarget.value)}
		/>
	);
}

/** For password managers, where the screen knows the address already and nobody may change it. */
export function KnownUserName({ email }: { email: string }) {
	return <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />;
}
