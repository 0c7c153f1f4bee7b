import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { authApi, type Credentials } from "../../api/auth-api";
import { useAuthConfig } from "../../api/auth-config";
import { session } from "../../api/session";
import { nextPath } from "./next-path";
import classes from "./sign-in-form.module.css";
import { wordsAfterSignIn } from "./sign-in-words";

const EmailAddress = z.email();

type SignInFormProps = { email?: string; next?: string };

export function SignInForm({ email, next }: SignInFormProps) {
	const router = useRouter();
	const config = useAuthConfig();
	const [failure, setFailure] = useState<string | null>(null);
	const [isSending, setIsSending] = useState(false);
	const failureBox = useRef<HTMLDivElement>(null);
	const isLinkBroken = email !== undefined && !EmailAddress.safeParse(email).success;

	const form = useForm<Credentials>({
		mode: "uncontrolled",
		initialValues: { email: isLinkBroken ? "" : (email ?? ""), password: "" },
		validate: {
			email: (value) => (value.trim() === "" ? "Enter your e-mail address." : null),
			password: (value) => (value === "" ? "Enter your password." : null),
		},
	});

	const submit = async ({ email: typed, password }: Credentials) => {
		setIsSending(true);
		setFailure(null);
		const answer = await authApi.signIn({ email: typed.trim(), password });
		const words = wordsAfterSignIn(answer);
		if (words === null) {
			session.forget();
			return router.history.push(nextPath(next, window.location.origin));
		}
		setIsSending(false);
		setFailure(words);
		failureBox.current?.focus();
	};

	return (
		<form
			className={classes.form}
			noValidate
			onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "email")?.focus())}
		>
			{isLinkBroken && (
				<div className={classes.linkNote} role="status">
					The link that brought you here holds no valid e-mail address. Type yours below.
				</div>
			)}
			<TextInput
				label="E-mail"
				type="email"
				size="md"
				autoComplete="username"
				autoCapitalize="none"
				spellCheck={false}
				autoFocus={!email || isLinkBroken}
				key={form.key("email")}
				{...form.getInputProps("email")}
			/>
			<PasswordInput
				label="Password"
				size="md"
				autoComplete="current-password"
				autoFocus={email !== undefined && !isLinkBroken}
				visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
				key={form.key("password")}
				{...form.getInputProps("password")}
			/>
			<div ref={failureBox} tabIndex={-1} role="alert" className={classes.failureBox}>
				{failure && <div className={classes.failure}>{failure}</div>}
			</div>
			<Button type="submit" size="md" fullWidth loading={isSending}>
				Sign in
			</Button>
			{config?.demo && (
				<div className={classes.hint}>
					<span>
						<b>Local run.</b> {config.demo.email} · {config.demo.password}
					</span>
					<button type="button" onClick={() => form.setValues(config.demo ?? {})}>
						Fill in
					</button>
				</div>
			)}
		</form>
	);
}
