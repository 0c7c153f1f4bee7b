import { PasswordInput } from "@mantine/core";

type OwnPasswordInputProps = {
	/** By which a password manager knows whose it is. */
	email: string;
	value: string;
	error: string | undefined;
	autoFocus?: boolean;
	onChange: (password: string) => void;
};

/** The password one has, which proves who asks for a change. */
export function OwnPasswordInput({ email, value, error, autoFocus, onChange }: OwnPasswordInputProps) {
	return (
		<>
			<input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
			<PasswordInput
				label="Your password"
				name="password"
				size="md"
				autoComplete="current-password"
				autoFocus={autoFocus}
				visibilityToggleButtonProps={{ "aria-label": "Show your password", tabIndex: 0 }}
				value={value}
				aria-invalid={error !== undefined || undefined}
				error={error}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
		</>
	);
}
