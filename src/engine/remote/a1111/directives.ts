/**
 * Makes directives in a prompt plain text. Servers of images read some between angle brackets: `<lora:name:1>` loads a
 * network (AUTOMATIC1111), `<sd_cpp_extra_args>` sets any parameter (stable-diffusion.cpp). They are the operator's to
 * set, and a user's prompt must not change what an image costs or which files are loaded.
 */
export function withoutDirectives(prompt: string): string {
  return prompt.replace(/<(?=\/?[a-z_])/gi, '‹');
}
