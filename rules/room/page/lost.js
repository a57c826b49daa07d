// Why there is no answer: nobody is there to give it, or it is refused.

export class Lost extends Error {}
export class Refused extends Error {}
