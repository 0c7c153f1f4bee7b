import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type AnchorOwn = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> };

/** Mantine's anchor and button as links of the router: real addresses, preloaded on intent. */
export const TextLink = createLink((props: AnchorProps & AnchorOwn) => <Anchor {...props} />);

type ButtonAnchorProps = ButtonProps & Omit<AnchorOwn, keyof ButtonProps>;
export const ButtonLink = createLink((props: ButtonAnchorProps) => <Button component="a" {...props} />);
